import type { Db } from '../db.ts'
import { AppError } from '../errors.ts'
import { passwordAttempts } from './attempt-limiter.ts'
import { verifyPassword } from './password.ts'
import type { Principal } from './permissions.ts'

/**
 * Asks for the password again before an act that reaches a host (ASVS 7.5.3). An API token must
 * bring its owner's password too: a leaked token with `plans:apply` alone can plan but not apply.
 * @throws AppError `forbidden` (`password-refused`), or `rate-limited` after ten wrong ones
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
    throw new AppError('forbidden', 'The password is not right.', { code: 'password-refused' })
  }
  passwordAttempts.succeed(principal.userId)
}
