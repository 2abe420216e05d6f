import { beyondBounds } from '@steelyard/loop'
import type { PlanContent } from '../../plans/plan-content.ts'
import type { GrantRow } from '../grants/grant-row.ts'
import { grantOf } from '../situation/grant-of.ts'
import { sharesOf } from '../situation/shares-of.ts'

/** The domains that a plan would change by another lever, or further, than a grant allows. */
export function beyondGrant(
  content: PlanContent,
  grant: Pick<GrantRow, 'levers' | 'bounds' | 'expiresAt'>,
): string[] {
  if (content.kind !== 'against-host') return ['the host']
  const { changes, shares } = content.plan
  const otherwise = changes.filter(
    ({ lever, before, after }) =>
      // What XAPI stores is what the plan sets on the host by another change.
      lever !== 'stored-weight' &&
      (!grant.levers.includes(lever) ||
        // The lever sets weight and cap; a grant is about weights.
        ('cap' in before && 'cap' in after && before.cap !== after.cap)),
  )
  const before = sharesOf(new Map(shares.map((each) => [each.name, each.weightBefore])))
  const after = sharesOf(new Map(shares.map((each) => [each.name, each.weightAfter ?? 0])))
  const moved = Object.entries(before).map(([domain, shareBefore]) => ({
    domain,
    shareBefore,
    shareAfter: after[domain]!,
  }))
  const further = beyondBounds(grantOf(grant).bounds, moved)
  return [...new Set([...otherwise.map(({ name }) => name), ...further])]
}
