import { coversTags } from '@steelyard/contract'
import type { Tx } from '../db.ts'
import { AppError } from '../errors.ts'
import type { Principal } from './permissions.ts'
import { hasEveryRight } from './require-every-right.ts'

/**
 * Whoever could take a tag away that a rule of approval names could apply plans alone.
 * @throws AppError `forbidden` (`tags-of-approval`)
 */
export async function authoriseApprovalTags(
  tx: Tx,
  principal: Principal,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  if (hasEveryRight(principal)) return
  const rules = await tx.approvalRule.findMany({ where: { tag: { not: null } } })
  const moved = [
    ...before.filter((tag) => !after.includes(tag)),
    ...after.filter((tag) => !before.includes(tag)),
  ].find((tag) => rules.some((rule) => coversTags(rule.tag, [tag])))
  if (moved === undefined) return
  throw new AppError(
    'forbidden',
    `Plans for hosts with the tag ${moved} need a second person, so only an administrator gives or takes it.`,
    { code: 'tags-of-approval' },
  )
}
