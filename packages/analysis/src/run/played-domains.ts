import { byStatistic, DOMAIN0_NAME, type Statistic } from '@steelyard/model'
import type { Interval, TwinSummary } from '@steelyard/simulator'
import { type CdfPoint, responseCdf } from './response-cdf.ts'

/** Response times in seconds over the replications of a run. */
export interface PlayedDomain extends Record<Statistic, Interval | null> {
  name: string
  /** The same requests as the server's log sees them. */
  logged: { mean: Interval | null; p95: Interval | null }
  /** CPU seconds per second of one pCPU. */
  cpuShare: number
  /** Null without requests. */
  runnableWaitPerRequestSeconds: number | null
  /** Empty when no distribution was requested. */
  cdf: CdfPoint[]
}

/** The twin's results for each guest. */
export function playedDomains(
  { domains }: Pick<TwinSummary, 'domains'>,
  cdfAtSeconds: readonly number[] = [],
): PlayedDomain[] {
  return domains
    .filter(({ name }) => name !== DOMAIN0_NAME)
    .map(({ name, requests, cpuShare, stateSeconds }) => {
      const arrived = requests?.arrived.mean ?? 0
      const waited = stateSeconds.woken.mean + stateSeconds.preempted.mean
      return {
        name,
        ...byStatistic((statistic) => requests?.responseTime[statistic] ?? null),
        logged: {
          mean: requests?.loggedTime.mean ?? null,
          p95: requests?.loggedTime.p95 ?? null,
        },
        cpuShare: cpuShare.mean,
        runnableWaitPerRequestSeconds: arrived === 0 ? null : waited / arrived,
        cdf: responseCdf(requests?.cdf ?? [], cdfAtSeconds),
      }
    })
}
