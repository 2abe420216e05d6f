import type { Actor } from '../access/actor.ts'
import { hashPassword } from '../access/password.ts'
import { hashSecret } from '../access/secrets.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { AppError } from '../errors.ts'
import type { UserModel } from '../generated/prisma/models.ts'
import { actorOf } from '../session/actor-of.ts'
import { isSetupNeeded } from './create-setup-link.ts'

/** If two people use the link at the same moment, the second waits here and is refused. */
const SETUP_LOCK = 0x57e15e70

/**
 * Creates the administrator with the one-time link.
 * @throws AppError `forbidden` (`setup-link-refused`) for an unknown, used, expired or late link:
 *   one answer, so that a guess reveals nothing
 */
export async function completeSetup(
  db: Db,
  actor: Actor,
  input: { token: string; email: string; name: string; password: string },
): Promise<UserModel> {
  const link = { tokenHash: hashSecret(input.token), usedAt: null, expiresAt: { gt: new Date() } }
  // Looked up before the costly hash, so that guessed tokens cost us little.
  if (!(await db.setupLink.findUnique({ where: link }))) throw refusal()
  const passwordHash = await hashPassword(input.password)
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`
    if (!(await isSetupNeeded(tx))) throw refusal()
    const used = await tx.setupLink.updateMany({ where: link, data: { usedAt: new Date() } })
    if (used.count === 0) throw refusal()
    const user = await tx.user.create({
      data: {
        email: input.email.toLowerCase(),
        name: input.name,
        passwordHash,
        role: 'administrator',
      },
    })
    const target = { kind: 'user', id: user.id, name: user.name }
    await audit(tx, actorOf(actor, user), { action: 'setup.complete', target })
    return user
  })
}

function refusal(): AppError {
  return new AppError(
    'forbidden',
    'This link is not valid, or no longer valid. Restart Steelyard to get a new one.',
    { code: 'setup-link-refused' },
  )
}
