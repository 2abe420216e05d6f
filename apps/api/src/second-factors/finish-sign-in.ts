import type { PasskeyAssertion } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { beginAttempt, endAttempts } from '../access/failed-attempts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import {
  mayEnter,
  providerRequired,
  whoNeedsNoProvider,
} from '../identity-providers/sign-in-ways.ts'
import { recordSignIn } from '../session/record-sign-in.ts'
import { takePasskey } from './passkeys.ts'
import { takeCode } from './take-code.ts'

const MOST_WRONG_CODES = 10

/** A sign-in that waits for its second factor. */
type Pending = { userId: string; step: 'second-factor' | 'enrol' } | undefined

/**
 * The second step of a sign-in, with a code.
 * @returns whose sign-in is now complete
 * @throws AppError `unauthenticated` (`second-step-expired`), `forbidden` (`code-refused`), or
 *   `rate-limited` after ten wrong codes
 */
export async function signInWithCode(
  deps: Deps,
  actor: Actor,
  pending: Pending,
  code: string,
): Promise<string> {
  if (pending?.step !== 'second-factor') throw signInExpired()
  const { db, config } = deps
  const { userId } = pending
  const limits = [{ key: `second factor ${userId}`, most: MOST_WRONG_CODES }]
  await orRecordRefusal(deps, actor, userId, async () => {
    await beginAttempt(db, limits)
    await db.$transaction(async (tx) => {
      const method = await takeCode(tx, config, userId, code)
      await recordSignIn(tx, actor, userId, { method })
    })
    await endAttempts(db, limits)
  })
  return userId
}

/**
 * Signs in with a passkey alone, or takes the second step with one.
 * @returns whose sign-in is now complete
 * @throws AppError `forbidden` (`passkey-refused`, `provider-required`)
 */
export async function signInWithPasskey(
  deps: Deps,
  actor: Actor,
  pending: Pending,
  { passkey, challenge }: { passkey: PasskeyAssertion; challenge: string | null },
): Promise<string> {
  const { db, config } = deps
  const who = await whoNeedsNoProvider(deps)
  return orRecordRefusal(deps, actor, pending?.userId, () =>
    db.$transaction(async (tx) => {
      const userId = await takePasskey(tx, config, passkey, challenge, pending?.userId)
      await requireMayEnter(tx, who, userId)
      await recordSignIn(tx, actor, userId, { method: 'passkey' })
      return userId
    }),
  )
}

async function requireMayEnter(
  tx: Tx,
  who: Awaited<ReturnType<typeof whoNeedsNoProvider>>,
  id: string,
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id }, include: { grants: true } })
  if (!mayEnter(who, user)) throw providerRequired(who)
}

/** The audit trail has refusals too. */
async function orRecordRefusal<T>(
  { db }: Deps,
  actor: Actor,
  userId: string | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code } = error
    const target = { kind: 'user', id: userId ?? null }
    await db.$transaction((tx) =>
      audit(tx, actor, { action: 'session.create', target, outcome: 'refused', detail: { code } }),
    )
    throw error
  }
}

function signInExpired(): AppError {
  return new AppError(
    'unauthenticated',
    'Too much time has passed since the password. Sign in again.',
    { code: 'second-step-expired' },
  )
}
