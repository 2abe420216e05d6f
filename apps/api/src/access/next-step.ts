import type { SignInState } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'

/** What follows a right password. */
export type AfterPassword = SignInState & { step: Exclude<SignInState['step'], 'signed-out'> }

type Reads = Pick<Db, 'user' | 'secondFactorRole'> | Tx

/** Which second factors a person has. Recovery codes alone are none: they stand in for a lost one. */
export async function signInMethods(db: Reads, userId: string): Promise<SignInState['methods']> {
  const { totp, _count } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      totp: { select: { confirmedAt: true } },
      _count: { select: { passkeys: true, recovery: true } },
    },
  })
  const app = totp?.confirmedAt ? (['app'] as const) : []
  const passkey = _count.passkeys > 0 ? (['passkey'] as const) : []
  const has = [...app, ...passkey]
  return has.length > 0 && _count.recovery > 0 ? [...has, 'recovery-code'] : has
}

/** Whether an administrator has made a second factor obligatory for a role of this person. */
export async function needsSecondFactor(db: Reads, userId: string): Promise<boolean> {
  const rows = await db.secondFactorRole.findMany()
  const role = { in: rows.map((row) => row.role) }
  return (await db.user.count({ where: { id: userId, grants: { some: { role } } } })) > 0
}

/** What a person whose password was right has to do before anything else. */
export async function stepAfterPassword(db: Reads, userId: string): Promise<AfterPassword> {
  const methods = await signInMethods(db, userId)
  if (methods.length > 0) return { step: 'second-factor', methods }
  return { step: (await needsSecondFactor(db, userId)) ? 'enrol' : 'complete', methods }
}
