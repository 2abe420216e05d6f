// What the pages of a watched host ask the API, once on the server and then in the browser: the same
// arguments give the same key of the cache.
import type { Span } from '../span.ts'

export const watchOf = (hostId: string) => ({ params: { id: hostId } })

/** The charts over time draw at most this many points of each domain. */
const MOST_POINTS = 720

export function watchSeriesOf(hostId: string, range: Span) {
  return { params: { id: hostId }, query: { ...timesOf(range), maxPoints: MOST_POINTS } }
}

export function timelineOf(hostId: string, range: Span) {
  return { params: { id: hostId }, query: timesOf(range) }
}

function timesOf({ from, to }: Span) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
