import type { Actor } from '../access/actor.ts'
import { beginAttempt, endAttempts } from '../access/failed-attempts.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../errors.ts'
import { type Here, recordLostFactor, recordNewFactor } from './record-factor.ts'
import { codeRefused } from './take-code.ts'
import { newTotpSecret, takeTotpCode } from './totp.ts'

const MOST_WRONG_CODES = 10

/**
 * Makes the secret of an authenticator app, which counts only once a code of it was right.
 * @throws AppError `conflict` (`app-exists`)
 */
export async function startApp(
  { db, config }: Deps,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const userId = actor.principal.userId!
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const { secret, uri, sealedSecret } = newTotpSecret(config, userId, email)
  await db.$transaction(async (tx) => {
    await tx.totpFactor.deleteMany({ where: { userId, confirmedAt: null } })
    const data = { userId, sealedSecret }
    const { count } = await tx.totpFactor.createMany({ data, skipDuplicates: true })
    if (count === 0)
      throw conflict('app-exists', 'There is an authenticator app already. Remove it first.')
    await audit(tx, actor, { action: 'second-factor.begin', detail: { kind: 'app' } })
  })
  return { secret, uri }
}

/**
 * Sets the app up with its first code.
 * @returns recovery codes, or null for whoever has some
 * @throws AppError `forbidden` (`code-refused`), or `rate-limited` after ten wrong codes
 */
export async function confirmApp(
  { db, config }: Deps,
  actor: Actor,
  code: string,
  here: Here,
): Promise<string[] | null> {
  const userId = actor.principal.userId!
  const limits = [{ key: `set up app ${userId}`, most: MOST_WRONG_CODES }]
  await beginAttempt(db, limits)
  const codes = await db.$transaction(async (tx) => {
    const isRight = await takeTotpCode(tx, config, userId, code)
    const { count } = await tx.totpFactor.updateMany({
      where: { userId, confirmedAt: null },
      data: { confirmedAt: new Date() },
    })
    if (!isRight || count === 0) throw codeRefused()
    return recordNewFactor(tx, actor, { kind: 'app' }, here)
  })
  await endAttempts(db, limits)
  return codes
}

/** @throws AppError `app-not-found`, `conflict` (`second-factor-required`) */
export async function removeApp({ db }: Deps, actor: Actor, sessionId: string): Promise<void> {
  const userId = actor.principal.userId!
  await db.$transaction(async (tx) => {
    const { count } = await tx.totpFactor.deleteMany({
      where: { userId, confirmedAt: { not: null } },
    })
    if (count === 0) throw notFound('app')
    await recordLostFactor(tx, actor, { kind: 'app' }, sessionId)
  })
}
