import type { Actor } from '../access/actor.ts'
import { holdAdministrators, requireAdministrator } from '../access/administrators.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { loadPerson } from './person-row.ts'

/**
 * For someone who has lost them; whoever found them is signed out.
 * @throws AppError `person-not-found`, `forbidden` (`role-too-wide`), `conflict`
 *   (`last-administrator`)
 */
export async function removeSecondFactors(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdAdministrators(tx)
    const { name, grants } = await loadPerson(tx, id)
    authoriseGrants(actor.principal, grants)
    const factorsRemoved = await dropSecondFactors(tx, id)
    await requireAdministrator(tx)
    const { count: sessionsEnded } = await tx.session.deleteMany({ where: { userId: id } })
    await audit(tx, actor, {
      action: 'person.remove-second-factors',
      target: { kind: 'user', id, name },
      detail: { factorsRemoved, sessionsEnded },
    })
  })
}

/**
 * The caller records it in an audit row of its own.
 * @returns how many there were
 */
export async function dropSecondFactors(tx: Tx, userId: string): Promise<number> {
  const where = { userId }
  const apps = await tx.totpFactor.deleteMany({ where })
  const passkeys = await tx.passkey.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
  return apps.count + passkeys.count
}
