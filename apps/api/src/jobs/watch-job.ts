import type { ServerResponse } from 'node:http'
import type { Job } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'
import { JOB_CHANNEL, type Listener } from '../queue/listener.ts'
import { serialiseJob } from './serialise-job.ts'

export const endedStates: readonly string[] = ['succeeded', 'failed', 'cancelled']

/**
 * Calls `onState` with the job as it is now and after each change, until it has ended. Changes
 * during a read are reported as one, because only the latest state matters.
 * @throws AppError `not-found`
 */
export async function watchJob(
  { db, listener }: { db: Db; listener: Listener },
  jobId: string,
  signal: AbortSignal,
  onState: (job: Job) => void,
): Promise<void> {
  let wake: (() => void) | undefined
  let changed = true
  const unsubscribe = listener.subscribe(JOB_CHANNEL, jobId, () => {
    changed = true
    wake?.()
  })
  const stop = () => wake?.()
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      changed = false
      const row = await db.job.findUnique({ where: { id: jobId } })
      if (!row) throw notFound('job')
      onState(serialiseJob(row))
      if (endedStates.includes(row.state)) return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
  }
}

const KEEP_ALIVE_MS = 15_000
/** A client with this much unread has stopped reading; it can ask again for the latest state. */
const MAX_UNREAD_BYTES = 256 * 1024

/**
 * Sends server-sent events on a raw response: events, and comments that keep proxies from closing
 * it. Before each comment it calls `check`, and ends the stream if that fails.
 */
export function openEventStream(
  response: ServerResponse,
  headers: Record<string, string>,
  check: () => Promise<void>,
) {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  const write = (text: string) => {
    if (response.writableEnded) return // the stream ended while `check` ran
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    else response.write(text)
  }
  const keepAlive = setInterval(() => {
    check().then(
      () => write(': keep-alive\n\n'),
      () => response.destroy(),
    )
  }, KEEP_ALIVE_MS)
  const closed = new AbortController()
  const close = () => {
    clearInterval(keepAlive)
    closed.abort()
  }
  if (response.destroyed)
    close() // the client left before the stream began
  else response.once('close', close)
  return {
    signal: closed.signal,
    send: (event: string, data: unknown) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      clearInterval(keepAlive)
      response.end()
    },
  }
}
