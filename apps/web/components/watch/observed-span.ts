import type { WatchSeries } from '@steelyard/contract'
import type { Span } from '../../lib/span.ts'

/** From the first window of any domain to the end of the last; null without any. */
export function observedSpan({ domains }: Pick<WatchSeries, 'domains'>): Span | null {
  const first = domains.flatMap(({ points }) => points.slice(0, 1))
  const last = domains.flatMap(({ points }) => points.slice(-1))
  if (first.length === 0) return null
  return {
    from: Math.min(...first.map(({ at }) => Date.parse(at))),
    to: Math.max(...last.map(({ at, seconds }) => Date.parse(at) + seconds * 1000)),
  }
}

/** The part of a range in which anything was observed; all of it where nothing was. */
export function observedPart(range: Span, series: Pick<WatchSeries, 'domains'>): Span {
  const observed = observedSpan(series) ?? range
  const from = Math.max(range.from, observed.from)
  const to = Math.min(range.to, observed.to)
  return from < to ? { from, to } : range
}
