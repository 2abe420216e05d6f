import type { WatchedWindow, WatchSeries } from '@steelyard/contract'
import { queryKeyOf } from '../query-keys.ts'

/** How far back the live page looks. */
export const LIVE_MS = 30 * 60_000

/** The newest half hour of a host has one place in the cache, although its ends move on. */
export function liveKeyOf(hostId: string) {
  return queryKeyOf('getWatchSeries', { params: { id: hostId }, query: 'live' })
}

/** What that place is filled with. */
export function liveCallOf(hostId: string, nowMs: number) {
  const query = { from: new Date(nowMs - LIVE_MS).toISOString(), to: new Date(nowMs).toISOString() }
  return { params: { id: hostId }, query }
}

/**
 * The series with one more window, or with a window corrected; what is older than half an hour goes.
 * Null where the window does not fit: it has another length, or a domain that the series lacks.
 */
export function withWindow(series: WatchSeries, window: WatchedWindow): WatchSeries | null {
  const isKnown = ({ domain }: { domain: string }) =>
    series.domains.some((each) => each.domain === domain)
  if (window.windowSeconds !== series.windowSeconds || !window.domains.every(isKnown)) return null
  const at = Date.parse(window.at)
  const to = Math.max(Date.parse(series.to), at + window.windowSeconds * 1000)
  const from = to - LIVE_MS
  const kept = (point: { at: string }) => Date.parse(point.at) >= from
  const domains = series.domains.map(({ domain, points, ...rest }) => {
    const others = points.filter((point) => kept(point) && Date.parse(point.at) !== at)
    const added = window.domains.find((each) => each.domain === domain)?.point
    // A corrected window may stand before others.
    const later = others.findIndex((point) => Date.parse(point.at) > at)
    const place = later === -1 ? others.length : later
    const all = added && kept(added) ? others.toSpliced(place, 0, added) : others
    return { domain, ...rest, points: all }
  })
  return {
    ...series,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    domains,
  }
}
