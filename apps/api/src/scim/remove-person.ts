import type { Actor } from '../access/actor.ts'
import { holdAdministrators, requireAdministrator } from '../access/administrators.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { deactivate } from '../people/activate.ts'
import { loadScimUser } from './scim-user.ts'

/**
 * Deactivates a person whom the provider no longer knows. The row stays, because others need to see
 * who made what.
 * @throws AppError `person-not-found`, `last-administrator`, `forbidden` (`role-too-wide`)
 */
export async function removePerson(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdAdministrators(tx)
    const { name, grants } = await loadScimUser(tx, id)
    authoriseGrants(actor.principal, grants)
    await deactivate(tx, id)
    await tx.user.update({ where: { id }, data: { removedAt: new Date() } })
    await requireAdministrator(tx)
    await audit(tx, actor, { action: 'person.remove', target: { kind: 'user', id, name } })
  })
}
