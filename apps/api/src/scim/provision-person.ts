import type { Actor } from '../access/actor.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { activate } from '../people/activate.ts'
import { refuseTakenEmail } from '../people/email-taken.ts'
import { loadPerson, type PersonRow } from '../people/person-row.ts'
import { dropSecondFactors } from '../people/remove-second-factors.ts'
import type { ProvisionedPerson } from './scim-user.ts'

/**
 * Creates an account that has no password. An account that was taken away before comes back, without
 * the password, the second factors and the roles that it had: somebody else may have the address now.
 * @throws AppError `email-taken`, `forbidden` (`role-too-wide`)
 */
export async function provisionPerson(
  db: Db,
  actor: Actor,
  { email, name, externalId, active = true, grants = [] }: ProvisionedPerson,
): Promise<PersonRow> {
  authoriseGrants(actor.principal, grants)
  return db
    .$transaction(async (tx) => {
      const address = email.toLowerCase()
      await clearRemoved(tx, actor, address)
      const account = {
        name,
        externalId: externalId ?? null,
        passwordHash: null,
        grants: { create: grants },
      }
      const { id } = await tx.user.upsert({
        where: { email: address, removedAt: { not: null } },
        create: { ...account, email: address },
        update: account,
      })
      if (active) await activate(tx, id)
      else
        await tx.user.update({ where: { id }, data: { disabledAt: new Date(), removedAt: null } })
      await audit(tx, actor, {
        action: 'person.provision',
        target: { kind: 'user', id, name },
        detail: { email: address, externalId, active, grants },
      })
      return loadPerson(tx, id)
    })
    .catch(refuseTakenEmail)
}

async function clearRemoved(tx: Tx, { principal }: Actor, email: string): Promise<void> {
  const removed = await tx.user.findUnique({
    where: { email, removedAt: { not: null } },
    include: { grants: true },
  })
  if (!removed) return
  authoriseGrants(principal, removed.grants)
  await tx.grant.deleteMany({ where: { userId: removed.id } })
  await dropSecondFactors(tx, removed.id)
}
