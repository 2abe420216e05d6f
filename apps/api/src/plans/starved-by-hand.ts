import { type Domain0Need, domain0Warning, type PlanReason } from '@steelyard/xen'
import type { PlanWish } from './plan-content.ts'

const DOMAIN_0 = 'Domain-0'
/** Xen's own default. */
const WEIGHT = 256

/**
 * What a plan for a host that cannot be read does to Domain-0's share, by the weights that are known
 * of it.
 */
export function starvedByHand(
  known: readonly { name: string; weight: number | null; goneAt: Date | null }[],
  { weights, analysed }: Pick<PlanWish, 'weights' | 'analysed'>,
  need: Domain0Need,
): PlanReason[] {
  const before = new Map([
    [DOMAIN_0, WEIGHT],
    ...weights.map(({ domain }) => [domain, WEIGHT] as const),
    ...known
      .filter(({ goneAt }) => goneAt === null)
      .map(({ name, weight }) => [name, weight ?? WEIGHT] as const),
    ...analysed.map(({ domain, weight }) => [domain, weight] as const),
  ])
  const after = new Map([
    ...before,
    ...weights.flatMap(({ domain, weight }) =>
      weight === undefined || domain === DOMAIN_0 ? [] : [[domain, weight] as const],
    ),
  ])
  const shareIn = (all: ReadonlyMap<string, number>) =>
    all.get(DOMAIN_0)! / [...all.values()].reduce((sum, weight) => sum + weight, 0)
  const reason = domain0Warning({ from: shareIn(before), to: shareIn(after) }, need)
  return reason?.code === 'domain-0-starved' ? [reason] : []
}
