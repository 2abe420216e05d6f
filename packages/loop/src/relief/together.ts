import { LEAST_SHARE } from '../change/bounds.ts'
import { claimOf, divideShares } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'
import { worstRatio } from './tune-by-model.ts'

/** What was learnt of each domain's need, as `Relief.factors`. */
type Factors = Readonly<Record<string, number>>

/**
 * pCPUs that must stand behind a domain's weight for it to keep its target, by the closed form by
 * which relief divides shares; 0 without a target. It does not depend on the host.
 */
export function claimedPCpus(demand: DomainDemand, host: WeighedHost, factors: Factors): number {
  if (demand.targetSeconds === null || !demand.isBusy) return 0
  const { load, need } = claimOf(demand, demand.targetSeconds, host, factors[demand.domain] ?? 1)
  return (load + need) * host.pCpus
}

/**
 * Whether domains keep their targets together on a host, as SDPS predicts it at the shares that
 * relief would give them.
 */
export function keepTargetsTogether(
  host: WeighedHost,
  demands: readonly DomainDemand[],
  factors: Factors,
): boolean {
  const isTargeted = ({ targetSeconds, isBusy }: DomainDemand) => targetSeconds !== null && isBusy
  const claims = demands
    .filter(isTargeted)
    .map((each) => claimOf(each, each.targetSeconds!, host, factors[each.domain] ?? 1))
  const others = demands.filter((each) => !isTargeted(each))
  const shares = new Map([
    ...others.map(({ domain }): [string, number] => [domain, LEAST_SHARE]),
    ...divideShares(claims, 1 - LEAST_SHARE * others.length),
  ])
  const ratio = worstRatio(
    host,
    demands,
    demands.map(({ domain }) => shares.get(domain)!),
  )
  return ratio < 1
}
