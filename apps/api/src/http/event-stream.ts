import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import { authoriseAgain } from './guards.ts'
import { streamPlaces } from './places.ts'

/**
 * Answers with server-sent events for as long as `follow` takes or the client stays. Everything that
 * can be refused must have been checked before: afterwards no status can be sent.
 * @throws AppError `too-many-streams`
 */
export async function streamEvents(
  { deps, actor, http }: StreamRequest,
  follow: (stream: ReturnType<typeof openEventStream>) => Promise<void>,
): Promise<void> {
  const giveBack = await streamPlaces.take(deps.db, actor.principal)
  http.reply.hijack()
  const headers = http.reply.getHeaders() as Record<string, string>
  const stream = openEventStream(http.reply.raw, headers, () => authoriseAgain(deps, http.request))
  await follow(stream)
  giveBack()
  stream.end()
}

interface StreamRequest {
  deps: Deps
  actor: Actor
  http: { request: FastifyRequest; reply: FastifyReply }
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
