import { permissionsOf } from '@steelyard/contract'
import type { Principal } from './permissions.ts'

/**
 * Whether a role includes anything that a principal may not do. `load-balancer` does not count: a
 * token has it alone or not at all, and every role with it may also change hosts, which is more.
 */
export function exceeds(role: string, { permissions }: Principal): boolean {
  return permissionsOf(role).some((each) => each !== 'load-balancer' && !permissions.has(each))
}
