import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Endpoint } from '@steelyard/contract'
import type { Api } from './connect.ts'

export interface Event {
  name: string
  data: unknown
}

const AGAIN_MS = 1_000
/** A restart of Steelyard takes less. */
const GIVE_UP_MS = 120_000

/**
 * The server-sent events of an operation, for as long as they are read. A stream that ends, by a
 * proxy or a restart, is opened again, and begins with the latest state.
 */
export async function* followEvents(
  api: Api,
  endpoint: Endpoint,
  params: object,
): AsyncGenerator<Event> {
  let wasOpen = false
  let lostAt: number | null = null
  for (;;) {
    try {
      const { body } = await api.open(endpoint, params)
      wasOpen = true
      lostAt = null
      yield* eventsIn(body!)
    } catch (error) {
      const isLost = error instanceof TypeError || isFaultOfServer(error)
      lostAt ??= Date.now()
      if (!isLost || !wasOpen || Date.now() - lostAt > GIVE_UP_MS) throw error
    }
    await sleep(AGAIN_MS)
  }
}

function isFaultOfServer(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status >= 500
}

async function* eventsIn(body: NonNullable<Response['body']>): AsyncGenerator<Event> {
  let unread = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + text).split('\n\n')
    unread = blocks.pop()!
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) yield event
    }
  }
}

/** Undefined for a comment, which only keeps the connection open. */
function eventOf(block: string): Event | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(':', 1)[0]!, line.replace(/^[^:]*: ?/, '')]),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return { name: fields.get('event') ?? '', data: JSON.parse(data) }
}
