import type { Actor } from '../access/actor.ts'
import { hashPassword } from '../access/password.ts'
import { requireGoodPassword } from '../access/password-policy.ts'
import { requireFreshPassword } from '../access/require-fresh-password.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts'

/**
 * Ends all sessions of the person and, unless asked to keep them, all API tokens, on the assumption
 * that someone else knew the old password.
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  {
    currentPassword,
    newPassword,
    revokeTokens,
  }: { currentPassword: string; newPassword: string; revokeTokens: boolean },
): Promise<void> {
  await requireFreshPassword(db, actor.principal, currentPassword)
  const userId = actor.principal.userId!
  const { email, name } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  await requireGoodPassword('body.newPassword', newPassword, [email, name])
  const passwordHash = await hashPassword(newPassword)
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } })
    await tx.session.deleteMany({ where: { userId } })
    const tokensRevoked = revokeTokens ? await revokeAllTokens(tx, userId) : 0
    const target = { kind: 'user', id: userId }
    await audit(tx, actor, { action: 'user.change-password', target, detail: { tokensRevoked } })
  })
}
