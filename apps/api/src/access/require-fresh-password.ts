import type { Db } from '../db.ts'
import { AppError } from '../errors.ts'
import { beginAttempt, endAttempts } from './failed-attempts.ts'
import { verifyPassword } from './password.ts'
import type { Principal } from './permissions.ts'

/**
 * Asks for the password again before an action that reaches a host (ASVS 7.5.3). A caller with an
 * API token must also send its owner's password: with a leaked `plans:apply` token alone one can
 * plan but not apply.
 * @throws AppError `forbidden` (`password-refused`), or `rate-limited` after ten wrong passwords
 */
export async function requireFreshPassword(
  db: Db,
  principal: Principal,
  password: string,
): Promise<void> {
  if (principal.userId === null) throw new AppError('forbidden', 'Only a person can confirm this.')
  // A stolen token must not lock its owner out, nor gain guesses by making further tokens.
  const limits = [{ key: `fresh ${principal.kind} ${principal.userId}`, most: 10 }]
  await beginAttempt(db, limits)
  const user = await db.user.findUnique({ where: { id: principal.userId, disabledAt: null } })
  if (!(await verifyPassword(user?.passwordHash, password))) {
    throw new AppError('forbidden', 'The password is wrong.', { code: 'password-refused' })
  }
  await endAttempts(db, limits)
}
