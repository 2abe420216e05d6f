import type { ResponseTime } from '@steelyard/contract'
import type { DurationStats, Observation } from '@steelyard/traces'
import type { StatisticTimes } from '../recommendation/predictors.ts'
import { mixtureQuantile } from './mixture-quantile.ts'
import { poolMoments } from './pool-stats.ts'
import type { Window } from './recorded-host.ts'

export type MeasuredBy = ResponseTime['measuredBy']

/**
 * Who measures a domain's response times, for the whole analysis: its clients where their times
 * were uploaded (the truth), else its access log, which misses the wait for a connection.
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
    meanMs: pooled.meanSeconds * 1000,
    p50Ms: toMs(mixtureQuantile(stats, 0.5)),
    p95Ms: toMs(mixtureQuantile(stats, 0.95)),
    p99Ms: toMs(mixtureQuantile(stats, 0.99)),
    requests: pooled.count,
    measuredBy: by,
  }
}

/** The same in seconds, as predictions are made: null where nothing was measured. */
export function measuredTimes(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
): StatisticTimes {
  const measured = measuredResponseTime(windows, domain, by)
  const seconds = (ms: number | null | undefined) => (ms == null ? null : ms / 1000)
  return { mean: seconds(measured?.meanMs), p95: seconds(measured?.p95Ms) }
}

export function toMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined || !Number.isFinite(seconds)
    ? null
    : seconds * 1000
}
