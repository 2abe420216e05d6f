import type { Interval, TwinDomain } from '@steelyard/contract'
import { DOMAIN0_NAME } from '@steelyard/model'
import type { Interval as SecondsInterval, TwinSummary } from '@steelyard/simulator'
import type { MeasuredDomain } from '../load/analysis-load.ts'
import { toMs } from '../recorded/response-time.ts'

/** What the twin says of each guest, beside what was measured. */
export function twinDomains(
  { domains }: Pick<TwinSummary, 'domains'>,
  measured: readonly MeasuredDomain[],
): TwinDomain[] {
  return domains
    .filter(({ name }) => name !== DOMAIN0_NAME)
    .map(({ name, requests, cpuShare, stateSeconds }) => {
      const seen = measured.find(({ domain }) => domain === name)
      const arrived = requests?.arrived.mean ?? 0
      return {
        domain: name,
        mean: intervalMs(requests?.responseTime.mean ?? null),
        p95: intervalMs(requests?.responseTime.p95 ?? null),
        p99: intervalMs(requests?.responseTime.p99 ?? null),
        logged: {
          mean: intervalMs(requests?.loggedTime.mean ?? null),
          p95: intervalMs(requests?.loggedTime.p95 ?? null),
        },
        cpuShare: cpuShare.mean,
        runnableWaitPerRequestMs:
          arrived === 0
            ? null
            : toMs((stateSeconds.woken.mean + stateSeconds.preempted.mean) / arrived),
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
  return { ms: mean * 1000, lowMs: Math.max(0, mean - half) * 1000, highMs: (mean + half) * 1000 }
}
