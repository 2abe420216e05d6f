import type { Role } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { needsSecondFactor, signInMethods } from '../access/next-step.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { conflict } from '../errors.ts'

/** Which roles need a second factor. */
export async function readPolicy(db: Db): Promise<{ roles: Role[] }> {
  const rows = await db.secondFactorRole.findMany({ orderBy: { role: 'asc' } })
  return { roles: rows.map(({ role }) => role as Role) }
}

/** Holds from the next sign-in of each person on. */
export async function setPolicy(db: Db, actor: Actor, wanted: readonly Role[]): Promise<void> {
  const roles = [...new Set(wanted)].sort()
  await db.$transaction(async (tx) => {
    await tx.secondFactorRole.deleteMany()
    await tx.secondFactorRole.createMany({ data: roles.map((role) => ({ role })) })
    await audit(tx, actor, { action: 'second-factor.require', detail: { roles } })
  })
}

/**
 * To be called after a factor was removed. Recovery codes without a factor would open nothing.
 * @throws AppError `conflict` (`second-factor-required`)
 */
export async function requireStillProtected(tx: Tx, userId: string): Promise<void> {
  if ((await signInMethods(tx, userId)).length > 0) return
  if (await needsSecondFactor(tx, userId)) {
    throw conflict(
      'second-factor-required',
      'Your role needs a second factor. Add another one before you remove this one.',
    )
  }
  await tx.recoveryCode.deleteMany({ where: { userId } })
}
