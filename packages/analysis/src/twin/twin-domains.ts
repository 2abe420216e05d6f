import type { Interval, TwinDomain } from '@steelyard/contract'
import type { Interval as SecondsInterval } from '@steelyard/simulator'
import type { MeasuredDomain } from '../load/analysis-load.ts'
import { toMs } from '../recorded/response-time.ts'
import type { PlayedDomain } from '../run/played-domains.ts'

/** What the twin says of each guest, with what was measured. */
export function twinDomains(
  played: readonly PlayedDomain[],
  measured: readonly MeasuredDomain[],
): TwinDomain[] {
  return played.map(({ name, mean, p95, p99, logged, cpuShare, runnableWaitPerRequestSeconds }) => {
    const seen = measured.find(({ domain }) => domain === name)
    return {
      domain: name,
      mean: intervalMs(mean),
      p95: intervalMs(p95),
      p99: intervalMs(p99),
      logged: {
        mean: intervalMs(logged.mean),
        p95: intervalMs(logged.p95),
      },
      cpuShare,
      runnableWaitPerRequestMs: toMs(runnableWaitPerRequestSeconds),
      measuredMeanMs: toMs(seen?.meanSeconds),
      measuredP95Ms: toMs(seen?.p95Seconds),
      measuredBy: seen?.measuredBy ?? null,
    }
  })
}

/** A response time is never below zero, whatever the spread of a few runs says. */
export function intervalMs(interval: SecondsInterval | null): Interval | null {
  if (!interval) return null
  const { mean, halfWidth } = interval
  const half = halfWidth ?? 0
  return {
    ms: mean * 1000,
    lowMs: Math.max(0, mean - half) * 1000,
    highMs: (mean + half) * 1000,
  }
}
