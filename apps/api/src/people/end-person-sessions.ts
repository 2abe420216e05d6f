import type { Actor } from '../access/actor.ts'
import { authoriseGrants } from '../access/authorise-grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { loadPerson } from './person-row.ts'

/**
 * Signs a person out everywhere, such as one whose laptop was stolen.
 * @throws AppError `person-not-found`, `forbidden` (`role-too-wide`)
 */
export async function endPersonSessions(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name, grants } = await loadPerson(tx, id)
    authoriseGrants(actor.principal, grants)
    const { count } = await tx.session.deleteMany({ where: { userId: id } })
    const target = { kind: 'user', id, name }
    await audit(tx, actor, { action: 'person.end-sessions', target, detail: { ended: count } })
  })
}
