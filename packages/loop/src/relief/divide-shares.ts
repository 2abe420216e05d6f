import { ONE_IN, type Statistic } from '@steelyard/model'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/** What one domain must have: its load, and room in proportion to `need` beside it. */
export interface Claim {
  domain: string
  /** What must be kept for it beside its need, as a part of the host's CPU, 0 to 1. */
  load: number
  /** Room per unit of time over target: the time is `need / (share - load)` of the target. */
  need: number
  /** The most that its vCPUs and its cap let it use; more weight is of no use to it. */
  most: number
}

/**
 * Of a domain's own load, what its share must serve: the rest is served in what the others leave
 * idle. Between 0 (equal needs get equal shares, whatever the load) and 1 (nobody lends anything) the
 * benchmark hardly tells apart what lies near a half. Our own.
 */
const OWN_PART = 0.5

/** What a domain claims so that its time equals `targetSeconds`; see `needOf`. */
export function claimOf(
  { domain, load, mostPCpus, ...asked }: DomainDemand,
  targetSeconds: number,
  { statistic, pCpus }: Pick<WeighedHost, 'statistic' | 'pCpus'>,
  factor: number,
): Claim {
  const need = needOf(asked, targetSeconds, { quantile: quantileFactor(statistic), pCpus, factor })
  return { domain, load: OWN_PART * load, need, most: mostPCpus / pCpus }
}

/**
 * The room that a domain needs beside its load for its time to equal its target, as a part of the
 * host. With the host's other work always in the way, a domain with the share s is a server of its
 * own with the rate s: the mean time in M/M/1 is x / (s - rho), and its q-quantile is
 * ln(1 / (1 - q)) times that (Kleinrock, Queueing Systems I, 3.2). Hence need = factor q x / target.
 * @param quantile 1 for means, ln 20 for 95th percentiles
 * @param factor what was learnt on this host; 1 at first
 */
function needOf(
  { cpuSecondsPerRequest }: Pick<DomainDemand, 'cpuSecondsPerRequest'>,
  targetSeconds: number,
  { quantile, pCpus, factor }: { quantile: number; pCpus: number; factor: number },
): number {
  return (factor * quantile * (cpuSecondsPerRequest ?? 0)) / targetSeconds / pCpus
}

/** The factor between a mean and the statistic that targets are about, of exponential times. */
export function quantileFactor(statistic: Statistic): number {
  return statistic === 'mean' ? 1 : Math.log(ONE_IN[statistic])
}

/**
 * Divides a part of the host so that the worst time over target is least: each domain gets its load,
 * and the rest is divided by need, which makes all ratios equal. Where the loads do not fit, all are
 * cut alike. Whoever would get more than it can use gets that, and the others divide what is left.
 * Our own closed form.
 * @param available the part of the weights to divide, 0 to 1
 * @returns shares by domain, which add up to `available`
 */
export function divideShares(claims: readonly Claim[], available: number): Map<string, number> {
  const shares = evenRatios(claims, available)
  const full = claims.filter(({ domain, most }) => shares.get(domain)! > most)
  if (full.length === 0 || full.length === claims.length) return shares
  const used = full.reduce((sum, { most }) => sum + most, 0)
  const others = claims.filter((each) => !full.includes(each))
  return new Map([
    ...full.map(({ domain, most }): [string, number] => [domain, most]),
    ...divideShares(others, available - used),
  ])
}

function evenRatios(claims: readonly Claim[], available: number): Map<string, number> {
  const sum = (of: (claim: Claim) => number) => claims.reduce((total, each) => total + of(each), 0)
  const [load, need] = [sum((each) => each.load), sum((each) => each.need)]
  const room = available - load
  return new Map(
    claims.map((each) => [
      each.domain,
      room > 0 && need > 0
        ? each.load + (room * each.need) / need
        : (available * (each.load + each.need)) / (load + need),
    ]),
  )
}

/** Time over target that the closed form expects at a share; Infinity where the load does not fit. */
export function expectedRatio({ load, need, most }: Claim, share: number): number {
  const used = Math.min(share, most)
  return used > load ? need / (used - load) : Number.POSITIVE_INFINITY
}
