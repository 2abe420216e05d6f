import type { DurationStats, Observation } from '@steelyard/traces'
import type { StatisticTimes } from '../recommendation/predictors.ts'
import { mixtureQuantile } from './mixture-quantile.ts'
import { poolMoments } from './pool-stats.ts'
import type { Window } from './recorded-host.ts'

export type MeasuredBy = 'client' | 'access-log'

/**
 * Over all requests; quantiles over several windows are interpolated between those of each window.
 */
export interface ResponseTime {
  meanSeconds: number
  p50Seconds: number | null
  p95Seconds: number | null
  p99Seconds: number | null
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

export function measuredResponseTime(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): ResponseTime | null {
  const stats = windows.flatMap((window) => measuredIn(window.byDomain.get(domain), by) ?? [])
  const pooled = poolMoments(stats)
  if (!by || !pooled) return null
  return {
    meanSeconds: pooled.meanSeconds,
    p50Seconds: mixtureQuantile(stats, 0.5),
    p95Seconds: mixtureQuantile(stats, 0.95),
    p99Seconds: mixtureQuantile(stats, 0.99),
    requests: pooled.count,
    measuredBy: by,
  }
}

/** The mean and the 95th percentile of the response time. Null when nothing was measured. */
export function measuredTimes(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): StatisticTimes {
  const measured = measuredResponseTime(windows, domain, by)
  return { mean: measured?.meanSeconds ?? null, p95: measured?.p95Seconds ?? null }
}
