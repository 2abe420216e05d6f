import type { Db } from '../db.ts'
import { AppError } from '../errors.ts'
import { passwordAttempts } from './attempt-limiter.ts'
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
  passwordAttempts.begin(principal.userId)
  const user = await db.user.findUnique({ where: { id: principal.userId, disabledAt: null } })
  if (!(await verifyPassword(user?.passwordHash, password))) {
    throw new AppError('forbidden', 'The password is wrong.', { code: 'password-refused' })
  }
  passwordAttempts.succeed(principal.userId)
}
