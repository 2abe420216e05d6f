import { ESTIMATORS, type HostLoad } from '@steelyard/model'
import type { ShareRange } from '../change/bounds.ts'
import { quantileFactor } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/** The worst time over target must fall by this part, */
const LEAST_FALL = 0.25
/** and come within its target: what merely hurts less is paid for by others. */
const IN_REACH = 1
/** Shares move by these steps, one after the other; the last is the finest. Ours, not the papers'. */
const STEPS = [0.08, 0.04, 0.02]
/** Beyond this SDPS has no finite time, so the load is taken to be this much. */
const MOST_UTILISATION = 0.96
/** Of a pCPU; neither moves the comparison of weights. */
const DOMAIN0 = { secondsPerRequest: 0.0005, background: 0.01 }
const WHOLE = 10_000

/**
 * The shares at which the worst time over target is least as SDPS predicts it for the load of the
 * newest minutes, downhill from those in force. Null where it falls by less than a quarter or stays
 * out of reach.
 */
export function tuneByModel(
  host: WeighedHost,
  demands: readonly DomainDemand[],
  ranges: readonly ShareRange[],
): Map<string, number> | null {
  const shares = demands.map(({ share }) => share)
  const worst = (wanted: readonly number[]) => worstRatio(host, demands, wanted)
  const before = worst(shares)
  let [best, least] = [shares, before]
  for (const step of STEPS) {
    for (let better = true; better; ) {
      better = false
      for (const moved of movesFrom(best, step, ranges)) {
        const ratio = worst(moved)
        if (ratio >= least - 1e-6) continue
        ;[best, least, better] = [moved, ratio, true]
      }
    }
  }
  if (!(least < (1 - LEAST_FALL) * before && least < IN_REACH)) return null
  return new Map(demands.map(({ domain }, index) => [domain, best[index]!]))
}

/** One step from each domain to each other. */
function movesFrom(shares: readonly number[], step: number, ranges: readonly ShareRange[]) {
  return ranges.flatMap(({ minShare }, from) =>
    ranges.flatMap(({ maxShare }, to) => {
      if (from === to || shares[from]! - step < minShare || shares[to]! + step > maxShare) return []
      const moved = shares.slice()
      moved[from]! -= step
      moved[to]! += step
      return [moved]
    }),
  )
}

function worstRatio(
  host: WeighedHost,
  demands: readonly DomainDemand[],
  shares: readonly number[],
): number {
  const weights = Object.fromEntries(
    demands.map(({ domain }, index) => [domain, Math.max(1, shares[index]! * WHOLE)]),
  )
  const { domains } = ESTIMATORS.sdps.estimate(loadOf(host, demands), {
    'Domain-0': host.domain0Weight,
    ...weights,
  })
  const quantile = quantileFactor(host.statistic)
  return Math.max(
    0,
    ...demands.map(({ domain, targetSeconds, ratePerSecond }) => {
      if (targetSeconds === null || ratePerSecond === 0) return 0
      const said = domains.find(({ name }) => name === domain)
      const mean = said?.loggedTimeSeconds ?? said?.responseTimeSeconds ?? null
      return mean === null ? Number.POSITIVE_INFINITY : (quantile * mean) / targetSeconds
    }),
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
