import type { WatchPoint, WatchSeries } from '@steelyard/contract'
import type { WatchMetric } from './watch-metrics.ts'

/** What was observed of all domains in one window. */
export interface WatchRow {
  /** The start of the window, in epoch milliseconds. */
  at: number
  points: Readonly<Record<string, WatchPoint | undefined>>
}

/**
 * The windows of a series, oldest first. An empty one stands in each gap, so that lines break there
 * instead of bridging what nobody observed.
 */
export function watchRows({
  domains,
  windowSeconds,
}: Pick<WatchSeries, 'domains' | 'windowSeconds'>): WatchRow[] {
  const byStart = new Map<number, Record<string, WatchPoint>>()
  for (const { domain, points } of domains) {
    for (const point of points) {
      const at = Date.parse(point.at)
      const row = byStart.get(at) ?? {}
      row[domain] = point
      byStart.set(at, row)
    }
  }
  const starts = [...byStart.keys()].sort((a, b) => a - b)
  const windowMs = windowSeconds * 1000
  return starts.flatMap((at, index) => {
    const row = { at, points: byStart.get(at)! }
    const previous = starts[index - 1]
    const isGap = previous !== undefined && at - previous > 1.5 * windowMs
    return isGap ? [{ at: previous + windowMs, points: {} }, row] : [row]
  })
}

/** Null is a gap. */
export function metricIn(row: WatchRow | undefined, domain: string, metric: WatchMetric) {
  const point = row?.points[domain]
  return point ? metric.of(point) : null
}

/** The windows whose value has none beside it, which no line would show. */
export function loneRows(
  rows: readonly WatchRow[],
  domain: string,
  metric: WatchMetric,
): ReadonlySet<number> {
  const has = (index: number) => metricIn(rows[index], domain, metric) !== null
  return new Set(rows.flatMap((_, i) => (has(i) && !has(i - 1) && !has(i + 1) ? [i] : [])))
}
