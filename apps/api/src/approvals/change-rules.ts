import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { type Db, isUniqueViolation } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import type { ApprovalRuleModel } from '../generated/prisma/models.ts'

const targetOf = ({ id, tag }: ApprovalRuleModel) => ({
  kind: 'approval-rule',
  id,
  name: tag ?? 'every host',
})

/** @throws AppError `approval-rule-exists` */
export async function addRule(
  db: Db,
  actor: Actor,
  tag: string | null,
): Promise<ApprovalRuleModel> {
  return db
    .$transaction(async (tx) => {
      const rule = await tx.approvalRule.create({ data: { tag } })
      await audit(tx, actor, { action: 'approval-rule.add', target: targetOf(rule) })
      return rule
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw conflict('approval-rule-exists', 'There is such a rule already.')
    })
}

/** @throws AppError `approval-rule-not-found` */
export async function removeRule(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const rule = await tx.approvalRule.findUnique({ where: { id } })
    if (!rule) throw notFound('approval-rule')
    await tx.approvalRule.delete({ where: { id } })
    await audit(tx, actor, { action: 'approval-rule.remove', target: targetOf(rule) })
  })
}
