import type { Statistic, WatchPoint } from '@steelyard/contract'
import type { Observation } from '@steelyard/traces'
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
    responseTimeMs: toMs(requests?.duration?.[`${statistic}Seconds`]),
    meanMs: toMs(requests?.duration?.meanSeconds),
    arrivalRatePerSecond: per(requests?.arrivals, requests?.coveredSeconds),
    usedPCpus: per(cpu?.usedSeconds, cpu?.coveredSeconds),
    waitedPCpus: per(cpu?.runnableWaitSeconds, cpu?.coveredSeconds),
    coveredSeconds: requests?.coveredSeconds ?? 0,
  }
}
