import { LEAST_SHARE, type Relief } from '@steelyard/loop'
import type { Family } from './families.ts'

/** What is taken from each domain that has a target, as a share of the guests' weights. */
const STEP_SHARE = 0.1
const PROMISED_RATIO = 0.5

/**
 * A relief that promises much and does harm: it takes from every domain that has a target, for the
 * benefit of one that has none. Where there is nothing to take, or nobody to give it to, the relief
 * stays as it is.
 */
export function lieOf({ guests }: Family): (relief: Relief) => Relief {
  const hasTarget = (domain: string) =>
    guests.some(({ name, targetSeconds }) => name === domain && targetSeconds !== null)
  return (relief) => {
    const after = new Map(
      relief.changes.map(({ domain, shareBefore }) => [
        domain,
        hasTarget(domain) ? Math.max(LEAST_SHARE, shareBefore - STEP_SHARE) : shareBefore,
      ]),
    )
    const winner = relief.changes.find(({ domain }) => !hasTarget(domain))?.domain
    const taken = 1 - [...after.values()].reduce((sum, share) => sum + share, 0)
    if (winner === undefined || taken <= 0) return relief
    after.set(winner, after.get(winner)! + taken)
    const whole = Object.values(relief.weightsAfter).reduce((sum, weight) => sum + weight, 0)
    const changes = relief.changes.map((change) => ({
      ...change,
      shareAfter: after.get(change.domain)!,
    }))
    return {
      ...relief,
      payers: changes.flatMap(({ domain }) => (hasTarget(domain) ? [domain] : [])),
      changes,
      weightsAfter: Object.fromEntries(
        changes.map(({ domain, shareAfter }) => [domain, Math.round(whole * shareAfter)]),
      ),
      worstExpected: PROMISED_RATIO,
    }
  }
}
