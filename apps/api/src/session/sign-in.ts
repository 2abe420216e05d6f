import type { Actor } from '../access/actor.ts'
import { beginAttempt, endAttempts } from '../access/failed-attempts.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { type AfterPassword, stepAfterPassword } from '../access/next-step.ts'
import { verifyPassword } from '../access/password.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import {
  mayEnter,
  providerRequired,
  whoNeedsNoProvider,
} from '../identity-providers/sign-in-ways.ts'
import { recordSignIn } from './record-sign-in.ts'
import { signInLimits } from './sign-in-limits.ts'

/**
 * Checks an e-mail address and password. An unknown account, a disabled one and a wrong password
 * get the same answer in the same time.
 * @returns also the step that is still missing
 * @throws AppError `unauthenticated` (`sign-in-refused`), `rate-limited` or `forbidden`
 *   (`provider-required`)
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { email, password }: { email: string; password: string },
  knownBrowser: (account: string) => string | null = () => null,
): Promise<{ user: UserWithGrants; state: AfterPassword }> {
  const { db } = deps
  const who = await whoNeedsNoProvider(deps)
  if (who === 'nobody') throw providerRequired(who)
  const account = email.toLowerCase()
  const limits = signInLimits(account, actor.remoteIp, knownBrowser(account))
  await beginAttempt(db, limits)
  const user = await db.user.findUnique({ where: { email: account }, include: { grants: true } })
  const matches = await verifyPassword(user?.passwordHash, password)
  const refuse = async (refusal: AppError) => {
    const target = { kind: 'user', name: account }
    await db.$transaction((tx) =>
      audit(tx, actor, { action: 'session.create', target, outcome: 'refused' }),
    )
    throw refusal
  }
  if (!user || user.disabledAt || !matches) return refuse(signInRefused())
  if (!mayEnter(who, user)) return refuse(providerRequired(who))
  await endAttempts(db, limits)
  const state = await stepAfterPassword(db, user.id)
  await db.$transaction((tx) =>
    state.step === 'complete'
      ? recordSignIn(tx, actor, user.id)
      : recordFirstStep(tx, actor, user, state.step),
  )
  return { user, state }
}

/** Nobody is signed in yet: the actor of this row is a stranger. */
function recordFirstStep(tx: Tx, actor: Actor, { id, name }: UserWithGrants, missing: string) {
  const target = { kind: 'user', id, name }
  return audit(tx, actor, { action: 'session.first-step', target, detail: { missing } })
}

function signInRefused(): AppError {
  return new AppError('unauthenticated', 'The e-mail address or the password is wrong.', {
    code: 'sign-in-refused',
  })
}
