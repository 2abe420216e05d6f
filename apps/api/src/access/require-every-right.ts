import { permissionsOf } from '@steelyard/contract'
import { AppError } from '../errors.ts'
import type { Principal } from './permissions.ts'

/** Whether a person administers, or a token has every right of an administrator. */
export function hasEveryRight(principal: Principal): boolean {
  return !exceeds('administrator', principal)
}

/**
 * For settings that guard others: whoever changes them can reach further than any one permission
 * says, and a token is not asked to confirm.
 * @throws AppError `forbidden` (`every-right-needed`)
 */
export function requireEveryRight(principal: Principal): void {
  if (hasEveryRight(principal)) return
  throw new AppError('forbidden', 'This needs every right of an administrator.', {
    code: 'every-right-needed',
  })
}

/**
 * Whether a role includes anything that a principal may not do. `load-balancer` does not count: a
 * token has it alone or not at all, and every role with it may also change hosts, which is more.
 */
export function exceeds(role: string, { permissions }: Principal): boolean {
  return permissionsOf(role).some((each) => each !== 'load-balancer' && !permissions.has(each))
}
