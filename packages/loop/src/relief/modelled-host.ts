import { type HostLoad, sdpsLoggedTimes } from '@steelyard/model'
import type { ShareRange } from '../change/bounds.ts'
import { quantileFactor } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/** Beyond this SDPS has no finite time, so the load is taken to be this much. */
const MOST_UTILISATION = 0.96
/** Of a pCPU; neither moves the comparison of weights. */
const DOMAIN0 = { secondsPerRequest: 0.0005, background: 0.01 }
const WHOLE = 10_000

/** A host as SDPS is asked about it. */
export interface ModelledHost {
  load: HostLoad
  /** The greatest mean times with which domains keep their targets, in seconds, by domain. */
  targets: ReadonlyMap<string, number>
}

/** @param demands the load is that of the newest minutes */
export function modelledHost(host: WeighedHost, demands: readonly DomainDemand[]): ModelledHost {
  const quantile = quantileFactor(host.statistic)
  return {
    load: loadOf(host, demands),
    targets: new Map(
      demands.flatMap(({ domain, targetSeconds, ratePerSecond }) =>
        targetSeconds === null || ratePerSecond === 0 ? [] : [[domain, targetSeconds / quantile]],
      ),
    ),
  }
}

/** The time over target of each domain, in the order of the ranges; 0 without a target. */
export type RatiosAt = (shares: readonly number[]) => number[]

export function ratiosBy({ load, targets }: ModelledHost, ranges: readonly ShareRange[]): RatiosAt {
  const timesAt = sdpsLoggedTimes(load)
  return (shares) => {
    const times = timesAt(weightsOf(ranges, (_, index) => shares[index]!))
    return ranges.map(({ domain }) => {
      const mostSeconds = targets.get(domain)
      if (mostSeconds === undefined) return 0
      return (times.get(domain) ?? Number.POSITIVE_INFINITY) / mostSeconds
    })
  }
}

/** Weights of SDPS for shares within the ranges, by domain. */
export function weightsOf(
  ranges: readonly ShareRange[],
  shareOf: (range: ShareRange, index: number) => number,
): Record<string, number> {
  return Object.fromEntries(
    ranges.map((range, index) => [range.domain, Math.max(1, shareOf(range, index) * WHOLE)]),
  )
}

function loadOf({ pCpus, scheduler }: WeighedHost, demands: readonly DomainDemand[]): HostLoad {
  const busy = demands.filter(
    ({ ratePerSecond, cpuSecondsPerRequest }) => ratePerSecond > 0 && cpuSecondsPerRequest !== null,
  )
  const asked = busy.reduce(
    (sum, { ratePerSecond, cpuSecondsPerRequest }) => sum + ratePerSecond * cpuSecondsPerRequest!,
    0,
  )
  const scale = Math.min(1, (MOST_UTILISATION * pCpus) / asked)
  return {
    domains: busy.map((each) => ({
      name: each.domain,
      arrivalRatePerSecond: each.ratePerSecond * scale,
      serviceTimeSeconds: each.cpuSecondsPerRequest!,
      serviceTimeScv: 1,
      arrivalScv: 1,
      vCpus: Math.max(1, Math.ceil(each.mostPCpus)),
      ...(each.mostPCpus < Math.ceil(each.mostPCpus) ? { capPercent: each.mostPCpus * 100 } : {}),
    })),
    domain0: {
      serviceTimeSeconds: DOMAIN0.secondsPerRequest,
      backgroundUtilisation: DOMAIN0.background,
      ioRequestsPerSecond: busy.reduce((sum, { ratePerSecond }) => sum + ratePerSecond * scale, 0),
      delayPerIoSeconds: 0,
    },
    pCpus,
    scheduler,
    client: 'network',
  }
}
