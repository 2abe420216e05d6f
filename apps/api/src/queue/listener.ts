import pg from 'pg'
import type { Logger } from '../logger.ts'

/** PostgreSQL channel that announces every change of a job row; the payload is the job's id. */
export const JOB_CHANNEL = 'steelyard_job'
/** Announces windows that a watch has stored, and its state; the payload is the host's id. */
export const WATCH_CHANNEL = 'steelyard_watch'
const LISTEN = `LISTEN ${JOB_CHANNEL}; LISTEN ${WATCH_CHANNEL}`

export interface Listener {
  /** Calls `onChange` at each change, and after a reconnect, when changes may have been missed. */
  subscribe(channel: string, id: string, onChange: () => void): () => void
  close(): Promise<void>
}

const HEARTBEAT_MS = 15_000
const MAX_BACKOFF_MS = 10_000

/**
 * One LISTEN connection per process, however many streams and jobs listen. It reconnects by itself,
 * so that a restarted database causes only a short delay and loses no subscriber.
 */
export async function startListener(databaseUrl: string, log: Logger): Promise<Listener> {
  const subscribers = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let closed = false
  let retryTimer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      query_timeout: 5_000,
    })
    next.on('error', (error) => onLost(next, error))
    next.on('end', () => onLost(next))
    next.on('notification', ({ channel, payload }) =>
      call(subscribers.get(keyOf(channel, payload ?? ''))),
    )
    try {
      await next.connect()
      await next.query(LISTEN)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
  }

  function onLost(lost: pg.Client, error?: Error): void {
    if (closed || lost !== client) return
    client = undefined
    log.warn({ err: error }, 'the listener lost its connection')
    lost.end().catch(() => {})
    reconnect(100)
  }

  function reconnect(delayMs: number): void {
    retryTimer = setTimeout(async () => {
      if (closed) return
      try {
        await connect()
        for (const set of subscribers.values()) call(set)
      } catch (error) {
        log.warn({ err: error }, 'the listener cannot reconnect')
        reconnect(Math.min(delayMs * 2, MAX_BACKOFF_MS))
      }
    }, delayMs)
  }

  // A connection cut without a FIN looks alive for ever; a query with a timeout detects that.
  const heartbeat = setInterval(() => {
    const current = client
    current?.query('SELECT 1').catch((error) => onLost(current, error))
  }, HEARTBEAT_MS)
  heartbeat.unref()

  try {
    await connect()
  } catch (error) {
    clearInterval(heartbeat)
    throw error
  }
  return {
    subscribe(channel, id, onChange) {
      const key = keyOf(channel, id)
      const set = subscribers.get(key) ?? new Set()
      subscribers.set(key, set.add(onChange))
      return () => {
        set.delete(onChange)
        if (set.size === 0 && subscribers.get(key) === set) subscribers.delete(key)
      }
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retryTimer)
      await client?.end().catch(() => {})
    },
  }
}

const keyOf = (channel: string, id: string) => `${channel} ${id}`

function call(set: Set<() => void> | undefined): void {
  for (const onChange of [...(set ?? [])]) onChange()
}
