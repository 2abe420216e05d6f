import { findAccountLink, takeAccountLink } from '../access/account-links.ts'
import type { Actor } from '../access/actor.ts'
import { recordWayIn } from '../access/behind.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { hashPassword } from '../access/password.ts'
import { requireGoodPassword } from '../access/password-policy.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import type { AccountLinkModel, UserModel } from '../generated/prisma/models.ts'
import { actorOf } from '../session/actor-of.ts'
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts'

const PERSONAL_LINKS = ['invite', 'reset'] as const

/** @throws AppError `forbidden` (`link-refused`) */
export async function openAccountLink(
  db: Db,
  token: string,
): Promise<{ kind: 'invite' | 'reset'; user: UserModel; link: AccountLinkModel }> {
  const link = await findAccountLink(db, token, PERSONAL_LINKS)
  const user = await db.user.findUniqueOrThrow({ where: { id: link.userId! } })
  return { kind: link.kind as 'invite' | 'reset', user, link }
}

/**
 * Sets the password of an invited person, or of one who has lost it; then whoever knew the old one
 * is signed out.
 * @throws AppError `forbidden` (`link-refused`), `invalid` for a password that is easily guessed
 */
export async function acceptAccountLink(
  db: Db,
  actor: Actor,
  input: { token: string; name?: string | undefined; password: string },
): Promise<UserWithGrants> {
  const { kind, user, link } = await openAccountLink(db, input.token)
  await requireGoodPassword('body.password', input.password, [user.email, user.name])
  const passwordHash = await hashPassword(input.password)
  const { id } = user
  return db.$transaction(async (tx) => {
    await takeAccountLink(tx, link)
    await tx.session.deleteMany({ where: { userId: id } })
    const tokensRevoked = await revokeAllTokens(tx, id)
    const { behindIds } = link
    await recordWayIn(tx, { userId: id, behindIds, keepsPassword: false })
    const changed = await tx.user.update({
      where: { id },
      data: { passwordHash, name: input.name, lastSignInAt: new Date() },
      include: { grants: true },
    })
    const target = { kind: 'user', id, name: changed.name }
    await audit(tx, actorOf(actor, changed), {
      action: 'person.accept-link',
      target,
      detail: { kind, tokensRevoked },
    })
    return changed
  })
}
