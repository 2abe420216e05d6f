import type { Actor } from '../access/actor.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { invalid } from '../errors.ts'
import { loadPerson, type PersonRow } from './person-row.ts'

/**
 * Gives what one person made to another, so that uploads without a host stay visible to someone.
 * API tokens are not transferred, because each acts with the rights of its owner.
 * @throws AppError `person-not-found`, `invalid` for a receiver who is unknown, deactivated or the
 *   same person, `forbidden` (`role-too-wide`) if either may do more than the caller
 */
export async function transferPerson(
  db: Db,
  actor: Actor,
  fromId: string,
  toId: string,
): Promise<PersonRow> {
  return db.$transaction(async (tx) => {
    const from = await loadPerson(tx, fromId)
    const to = await tx.user.findUnique({
      where: { id: toId, disabledAt: null },
      include: { grants: true },
    })
    if (!to || toId === fromId) throw invalid('body.toId', 'another person with an active account')
    authoriseGrants(actor.principal, [...from.grants, ...to.grants])
    const theirs = { where: { createdById: fromId }, data: { createdById: toId } }
    const moved = {
      uploads: (await tx.upload.updateMany(theirs)).count,
      analyses: (await tx.analysis.updateMany(theirs)).count,
      runs: (await tx.run.updateMany(theirs)).count,
      plans: (await tx.plan.updateMany(theirs)).count,
    }
    const target = { kind: 'user', id: fromId, name: from.name }
    await audit(tx, actor, {
      action: 'person.transfer',
      target,
      detail: { to: to.name, toId, ...moved },
    })
    return loadPerson(tx, fromId)
  })
}
