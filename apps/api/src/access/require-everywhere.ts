import type { Permission } from '@steelyard/contract'
import { AppError } from '../errors.ts'
import { mayEverywhere, type Principal } from './permissions.ts'

/**
 * For what acts on every host, now and later.
 * @throws AppError `forbidden` (`not-on-every-host`)
 */
export function requireEverywhere(principal: Principal, permission: Permission): void {
  if (mayEverywhere(principal, permission)) return
  throw new AppError('forbidden', `This needs the permission ${permission} on every host.`, {
    code: 'not-on-every-host',
  })
}
