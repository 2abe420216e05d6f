import type { Endpoint } from '@steelyard/contract'
import type { Api } from './connect.ts'

export interface Event {
  name: string
  data: unknown
}

/** The server-sent events of an operation, until the server ends the stream. */
export async function* followEvents(
  api: Api,
  endpoint: Endpoint,
  params: object,
): AsyncGenerator<Event> {
  const { body } = await api.open(endpoint, params)
  let unread = ''
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
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
  return data === undefined
    ? undefined
    : { name: fields.get('event') ?? '', data: JSON.parse(data) }
}
