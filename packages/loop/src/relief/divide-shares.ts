import type { DomainDemand } from './measured-load.ts'

/** What one domain must have: its load, and room in proportion to `need` beside it. */
export interface Claim {
  domain: string
  /** Part of the host's CPU that its requests take, 0 to 1. */
  load: number
  /** Room per unit of time over target: the time is `need / (share - load)` of the target. */
  need: number
}

/**
 * The room that a domain needs beside its load for its time to equal its target, as a part of the
 * host. With the host's other work always in the way, a domain with the share s is a server of its
 * own with the rate s: the mean time in M/M/1 is x / (s - rho), and its q-quantile is
 * ln(1 / (1 - q)) times that (Kleinrock, Queueing Systems I, 3.2). Hence need = factor q x / target.
 * @param quantile 1 for means, ln 20 for 95th percentiles
 * @param factor what was learnt on this host; 1 at first
 */
export function needOf(
  { cpuSecondsPerRequest }: Pick<DomainDemand, 'cpuSecondsPerRequest'>,
  targetSeconds: number,
  { quantile, pCpus, factor }: { quantile: number; pCpus: number; factor: number },
): number {
  return (factor * quantile * (cpuSecondsPerRequest ?? 0)) / targetSeconds / pCpus
}

/** The factor between a mean and the statistic that targets are about, of exponential times. */
export function quantileFactor(statistic: 'mean' | 'p95' | 'p99'): number {
  return statistic === 'mean' ? 1 : Math.log(statistic === 'p95' ? 20 : 100)
}

/**
 * Divides a part of the host so that the worst time over target is least: each domain gets its load,
 * and the rest is divided by need, which makes all ratios equal. Where the loads do not fit, all are
 * cut alike. Our own closed form.
 * @param available the part of the weights to divide, 0 to 1
 * @returns shares by domain, which add up to `available`
 */
export function divideShares(claims: readonly Claim[], available: number): Map<string, number> {
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
export function expectedRatio({ load, need }: Claim, share: number): number {
  return share > load ? need / (share - load) : Number.POSITIVE_INFINITY
}
