import type { Statistic, WatchPoint } from '@steelyard/contract'
import type { DurationStats, Observation } from '@steelyard/traces'
import { isoOf } from '../../epoch.ts'
import { toMs } from '../../milliseconds.ts'

/** What is shown of one domain in one window. */
export function watchPoint(
  { windowStartEpochSeconds, windowSeconds, requests, cpu }: Observation,
  statistic: Statistic,
): WatchPoint {
  const per = (amount: number | null | undefined, coveredSeconds: number | undefined) =>
    amount === null || amount === undefined || !coveredSeconds ? null : amount / coveredSeconds
  return {
    at: isoOf(windowStartEpochSeconds),
    seconds: windowSeconds,
    responseTimeMs: toMs(statisticSeconds(requests?.duration ?? null, statistic)),
    meanMs: toMs(requests?.duration?.meanSeconds),
    arrivalRatePerSecond: per(requests?.arrivals, requests?.coveredSeconds),
    usedPCpus: per(cpu?.usedSeconds, cpu?.coveredSeconds),
    waitedPCpus: per(cpu?.runnableWaitSeconds, cpu?.coveredSeconds),
    coveredSeconds: requests?.coveredSeconds ?? 0,
  }
}

/** The statistic that targets apply to, of the response times in a window. */
export function statisticSeconds(
  duration: DurationStats | null,
  statistic: Statistic,
): number | null {
  if (!duration) return null
  if (statistic === 'mean') return duration.meanSeconds
  return statistic === 'p95' ? duration.p95Seconds : duration.p99Seconds
}
