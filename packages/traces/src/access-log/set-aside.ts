import type { SetAside } from '../source-report.ts'

const SWITCHING_PROTOCOLS = 101
/** nginx's own status. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * What a line is if not a request; null for requests.
 * @param status 0 when not logged
 * @param from the beginning of the request line, such as `GET / HTTP/1.1`; -1 when not logged
 */
export function setAsideAs(
  status: number,
  text: string,
  from: number,
  to: number,
): SetAside | null {
  if (status === SWITCHING_PROTOCOLS) return 'upgraded'
  if (status === CLIENT_CLOSED_REQUEST) return 'abandoned'
  if (from < 0) return null
  if (to === from || (to - from === 1 && text.charCodeAt(from) === 45)) return 'no-request'
  // Two comparisons of texts for every line would be among the dearest steps of reading it.
  const first = text.charCodeAt(from)
  if (first === CAPITAL_O && text.startsWith('OPTIONS * ', from)) return 'own-talk'
  return first === CAPITAL_C && text.startsWith('CONNECT ', from) ? 'upgraded' : null
}

const CAPITAL_C = 67
const CAPITAL_O = 79

const WORDS: Record<SetAside, [one: string, many: string]> = {
  upgraded: ['upgraded connection (WebSocket)', 'upgraded connections (WebSocket)'],
  'no-request': ['connection without a request', 'connections without a request'],
  'own-talk': ['line of the server to itself', 'lines of the server to itself'],
  abandoned: ['request that its client gave up', 'requests that their clients gave up'],
}

/** "59 upgraded connections (WebSocket) and 1 connection without a request" */
export function setAsideWords(counts: ReadonlyMap<SetAside, number>): string {
  const parts = [...counts].map(([kind, count]) => `${count} ${WORDS[kind][count === 1 ? 0 : 1]}`)
  const last = parts.pop()!
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
