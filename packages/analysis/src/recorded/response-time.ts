import { byStatistic } from '@steelyard/model'
import {
  type DurationBin,
  type DurationStats,
  type Observation,
  type Quantile,
  quantileSeconds,
  Sketch,
} from '@steelyard/traces'
import type { StatisticTimes } from '../settings.ts'
import { poolMoments } from './pool-stats.ts'
import type { Window } from './recorded-host.ts'

export type MeasuredBy = 'client' | 'access-log'

/** Over all requests; quantiles are within 1 %, over several windows as in one. */
export interface ResponseTime extends Record<`${Quantile}Seconds`, number | null> {
  meanSeconds: number
  requests: number
  measuredBy: MeasuredBy
}

/**
 * The side that measures a domain's response times, for the whole analysis. Clients take precedence
 * if their times were uploaded, because they are the truth; an access log misses the wait for a
 * connection.
 */
export function measurerOf(windows: readonly Window[], domain: string): MeasuredBy | null {
  let logged = false
  for (const { byDomain } of windows) {
    const observation = byDomain.get(domain)
    if (observation?.clientRequests?.duration) return 'client'
    if (observation?.requests?.duration) logged = true
  }
  return logged ? 'access-log' : null
}

export function measuredIn(
  observation: Observation | undefined,
  by: MeasuredBy | null,
): DurationStats | null {
  if (!observation || !by) return null
  return (by === 'client' ? observation.clientRequests : observation.requests)?.duration ?? null
}

/** Quantiles are null only in observations that were stored before sketches were kept. */
export function measuredResponseTime(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): ResponseTime | null {
  const stats = measuredStats(windows, domain, by)
  const pooled = poolMoments(stats)
  if (!by || !pooled) return null
  const sketch = sketchOf(stats)
  const min = Math.min(...stats.map(({ minSeconds }) => minSeconds))
  const max = Math.max(...stats.map(({ maxSeconds }) => maxSeconds))
  /** It clamps the result, because a bin's middle may lie outside the observed range. */
  const quantile = (q: number) =>
    sketch.count === 0 ? null : Math.min(max, Math.max(min, sketch.quantile(q)))
  return {
    meanSeconds: pooled.meanSeconds,
    ...quantileSeconds(quantile),
    requests: pooled.count,
    measuredBy: by,
  }
}

/** How the response times are distributed, in at most that many bins on a logarithmic axis. */
export function measuredDistribution(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
  maxBins: number,
): DurationBin[] {
  return sketchOf(measuredStats(windows, domain, by)).distribution(maxBins)
}

function measuredStats(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): DurationStats[] {
  return windows.flatMap((window) => measuredIn(window.byDomain.get(domain), by) ?? [])
}

function sketchOf(stats: readonly DurationStats[]): Sketch {
  return Sketch.ofTexts(stats.map(({ sketch }) => sketch ?? ''))
}

/** The mean and the percentiles of the response time. Null when nothing was measured. */
export function measuredTimes(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): StatisticTimes {
  const measured = measuredResponseTime(windows, domain, by)
  return byStatistic((statistic) => measured?.[`${statistic}Seconds`] ?? null)
}
