import type { Actor } from '../access/actor.ts'
import { beginAttempt, endAttempts } from '../access/failed-attempts.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { verifyPassword } from '../access/password.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { providerRequired, whoNeedsNoProvider } from '../identity-providers/sign-in-ways.ts'
import { actorOf } from './actor-of.ts'
import { signInLimits } from './sign-in-limits.ts'

/**
 * Checks an e-mail address and password. An unknown account, a disabled one and a wrong password
 * get the same answer in the same time.
 * @throws AppError `unauthenticated` (`sign-in-refused`), `rate-limited` or `forbidden`
 *   (`provider-required`)
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { email, password }: { email: string; password: string },
  knownBrowser: (account: string) => string | null = () => null,
): Promise<UserWithGrants> {
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
  if (who === 'administrators' && !user.grants.some(({ role }) => role === 'administrator'))
    return refuse(providerRequired(who))
  await endAttempts(db, limits)
  const target = { kind: 'user', id: user.id, name: user.name }
  await db.$transaction(async (tx) => {
    // Only sign-ins create sessions, so cleaning up here keeps the table small.
    await tx.session.deleteMany({ where: { expiresAt: { lt: new Date() } } })
    await tx.user.update({ where: { id: user.id }, data: { lastSignInAt: new Date() } })
    await audit(tx, actorOf(actor, user), { action: 'session.create', target })
  })
  return user
}

function signInRefused(): AppError {
  return new AppError('unauthenticated', 'The e-mail address or the password is wrong.', {
    code: 'sign-in-refused',
  })
}
