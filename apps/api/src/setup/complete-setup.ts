import { findAccountLink, linkRefusal, takeAccountLink } from '../access/account-links.ts'
import type { Actor } from '../access/actor.ts'
import { hasAdministrator, holdAdministrators } from '../access/administrators.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { hashPassword } from '../access/password.ts'
import { requireGoodPassword } from '../access/password-policy.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { refuseTakenEmail } from '../people/email-taken.ts'
import { actorOf } from '../session/actor-of.ts'

/**
 * Creates the administrator with the one-time link.
 * @throws AppError `forbidden` (`link-refused`), `email-taken`, `invalid` for a password that is
 *   easily guessed
 */
export async function completeSetup(
  db: Db,
  actor: Actor,
  input: { token: string; email: string; name: string; password: string },
): Promise<UserWithGrants> {
  // Looked up before the costly hash, so that guessed tokens cost us little.
  const link = await findAccountLink(db, input.token, ['set-up'])
  await requireGoodPassword('body.password', input.password, [input.email, input.name])
  const passwordHash = await hashPassword(input.password)
  return db
    .$transaction(async (tx) => {
      await holdAdministrators(tx)
      if (await hasAdministrator(tx)) throw linkRefusal()
      await takeAccountLink(tx, link)
      const user = await tx.user.create({
        data: {
          email: input.email.toLowerCase(),
          name: input.name,
          passwordHash,
          lastSignInAt: new Date(),
          grants: { create: { role: 'administrator' } },
        },
        include: { grants: true },
      })
      const target = { kind: 'user', id: user.id, name: user.name }
      await audit(tx, actorOf(actor, user), { action: 'setup.complete', target })
      return user
    })
    .catch(refuseTakenEmail)
}
