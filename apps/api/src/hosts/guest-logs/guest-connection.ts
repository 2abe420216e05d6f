import type { GuestLogConnection } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { GuestLogModel, SshAccessModel } from '../../generated/prisma/models.ts'
import { connectionTo } from '../connection/open-host-shell.ts'
import { isConfirmed } from '../ssh-access.ts'

export type GuestLogWithAccess = GuestLogModel & { access: SshAccessModel | null }

/**
 * Agent: everything needed to follow a guest's log, with its private key in the clear.
 * @throws AppError `guest-not-confirmed`, `key-unreadable`
 */
export function guestConnection(
  deps: Deps,
  { path, access }: GuestLogWithAccess,
): GuestLogConnection {
  if (!isConfirmed(access)) {
    throw conflict('guest-not-confirmed', 'The guest’s key was not confirmed.')
  }
  return { ...connectionTo(deps, access), path }
}
