import type { MeasuredDomain, PlayedDomain } from '@steelyard/analysis'
import type { TwinDomain } from '@steelyard/contract'
import { byStatistic } from '@steelyard/model'
import { intervalMs, toMs } from '../../milliseconds.ts'

/** The twin's result for each guest, together with the measurements. */
export function presentTwinDomains(
  played: readonly PlayedDomain[],
  measured: readonly MeasuredDomain[],
): TwinDomain[] {
  return played.map(({ name, logged, cpuShare, runnableWaitPerRequestSeconds, ...times }) => {
    const seen = measured.find(({ domain }) => domain === name)
    return {
      domain: name,
      ...byStatistic((statistic) => intervalMs(times[statistic])),
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
