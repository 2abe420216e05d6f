import type { Grant } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { holdAdministrators, requireAdministrator } from '../access/administrators.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { grantsOf } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { activate, deactivate } from './activate.ts'
import { refuseTakenEmail } from './email-taken.ts'
import { grantsByHand, loadPerson, type PersonRow } from './person-row.ts'

interface PersonChange {
  name?: string | undefined
  email?: string | undefined
  grants?: Grant[] | undefined
  active?: boolean | undefined
  externalId?: string | null | undefined
}

/**
 * Changes take effect with the next request of that person, also on open event streams.
 * @throws AppError `person-not-found`, `email-taken`, `last-administrator`, `forbidden`
 *   (`role-too-wide`)
 */
export async function updatePerson(
  db: Db,
  actor: Actor,
  id: string,
  { name, email, grants, active, externalId }: PersonChange,
): Promise<PersonRow> {
  return db
    .$transaction(async (tx) => {
      await holdAdministrators(tx)
      const before = await loadPerson(tx, id)
      authoriseGrants(actor.principal, [...before.grants, ...(grants ?? [])])
      const address = email?.toLowerCase()
      await tx.user.update({ where: { id }, data: { name, email: address, externalId } })
      if (grants) await replaceGrants(tx, id, grants)
      if (active === true) await activate(tx, id)
      if (active === false) await deactivate(tx, id)
      await requireAdministrator(tx)
      await audit(tx, actor, {
        action: 'person.update',
        target: { kind: 'user', id, name: before.name },
        detail: {
          name,
          email: address,
          externalId,
          grants,
          active,
          grantsBefore: grants && grantsOf({ grants: grantsByHand(before) }),
        },
      })
      return loadPerson(tx, id)
    })
    .catch(refuseTakenEmail)
}

/** Roles that follow the groups of an identity provider stay. */
async function replaceGrants(tx: Tx, userId: string, grants: Grant[]): Promise<void> {
  await tx.grant.deleteMany({ where: { userId, providerId: null } })
  await tx.grant.createMany({ data: grants.map((grant) => ({ userId, ...grant })) })
}
