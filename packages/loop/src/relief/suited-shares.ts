import { type Claim, claimOf, divideShares } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/**
 * Shares that suit all guests of a host, by domain, by the closed form of relief: targets are kept
 * with like room, and whoever has none gets what it uses. Where the loads do not fit, all are cut
 * alike. Ours.
 * @returns null where nobody is busy
 */
export function suitedShares(
  host: Pick<WeighedHost, 'pCpus' | 'statistic'>,
  demands: readonly DomainDemand[],
): Map<string, number> | null {
  const claims = demands.map(
    (each): Claim =>
      each.targetSeconds !== null && each.isBusy
        ? claimOf(each, each.targetSeconds, host, 1)
        : { domain: each.domain, load: each.load, need: 0, most: each.mostPCpus / host.pCpus },
  )
  const isAsked = claims.some(({ load, need }) => load + need > 0)
  return isAsked ? divideShares(claims, 1) : null
}
