import type { WatchPoint, WatchSeries } from '@steelyard/contract'

/** What the verdict of the moment looks back on. */
export const MOMENT_SECONDS = 300

/** A host whose newest window is older has a gap: windows of 10 s come a little after their end. */
const GAP_AFTER_MS = 60_000

/** One domain in the last minutes. */
export interface DomainMoment {
  domain: string
  targetMs: number | null
  /** The windows that have a response time, and those of them that missed the target. */
  windows: number
  missed: number
  /** The newest window, with or without a response time; null without any. */
  newest: WatchPoint | null
}

/** The end of the newest window of any domain, in epoch milliseconds; null before the first. */
export function newestEndOf({ domains }: Pick<WatchSeries, 'domains'>): number | null {
  const ends = domains.flatMap(({ points }) => points.slice(-1).map(endOf))
  return ends.length > 0 ? Math.max(...ends) : null
}

/** For how long nothing has been observed, to 10 s; null while windows come as they should. */
export function gapSeconds(newestEnd: number | null, nowMs: number): number | null {
  if (newestEnd === null || nowMs - newestEnd <= GAP_AFTER_MS) return null
  return Math.floor((nowMs - newestEnd) / 10_000) * 10
}

/** The last minutes before the newest window ended. */
export function momentsOf(series: Pick<WatchSeries, 'domains'>): DomainMoment[] {
  const since = (newestEndOf(series) ?? 0) - MOMENT_SECONDS * 1000
  return series.domains.map(({ domain, targetMs, points }) => {
    const recent = points.filter((point) => endOf(point) > since)
    const times = recent.flatMap(({ responseTimeMs }) => responseTimeMs ?? [])
    const missed = targetMs === null ? 0 : times.filter((ms) => ms > targetMs).length
    return { domain, targetMs, windows: times.length, missed, newest: recent.at(-1) ?? null }
  })
}

function endOf({ at, seconds }: WatchPoint): number {
  return Date.parse(at) + seconds * 1000
}
