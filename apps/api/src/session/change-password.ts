import type { Actor } from '../access/actor.ts'
import { hashPassword } from '../access/password.ts'
import { requireFreshPassword } from '../access/require-fresh-password.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'

/** All sessions of the person end, on the assumption that the old password was known to someone. */
export async function changePassword(
  db: Db,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await requireFreshPassword(db, actor.principal, currentPassword)
  const userId = actor.principal.userId!
  const passwordHash = await hashPassword(newPassword)
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    await tx.session.deleteMany({ where: { userId } })
    await audit(tx, actor, { action: 'user.change-password', target: { kind: 'user', id: userId } })
  })
}
