import { AppError } from '../errors.ts'
import type { Principal } from './permissions.ts'
import { exceeds } from './require-every-right.ts'

/**
 * A token that manages people must not make anyone, or become anyone, who may do more than it.
 * @throws AppError `forbidden` (`role-too-wide`)
 */
export function authoriseGrants(principal: Principal, grants: readonly { role: string }[]): void {
  const beyond = grants.find(({ role }) => exceeds(role, principal))
  if (!beyond) return
  throw new AppError(
    'forbidden',
    `The role ${beyond.role} includes what you may not do, so you cannot give it, nor change anyone who has it.`,
    { code: 'role-too-wide' },
  )
}
