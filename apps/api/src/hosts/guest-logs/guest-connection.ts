import type { GuestLogConnection } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { GuestLogModel } from '../../generated/prisma/models.ts'
import { privateKeyOf } from '../open-host-shell.ts'

/**
 * Agent: everything to follow a guest's log with, its private key in the clear.
 * @throws AppError `guest-not-confirmed`, `key-unreadable`
 */
export function guestConnection(deps: Deps, row: GuestLogModel): GuestLogConnection {
  const { id, address, port, username, path, pinnedFingerprint, privateKeySealed } = row
  if (!pinnedFingerprint || !privateKeySealed) {
    throw conflict('guest-not-confirmed', 'The guest’s key was not confirmed.')
  }
  const privateKey = privateKeyOf(deps, { id, privateKeySealed })
  return { address, port, username, path, privateKey, hostKeyFingerprint: pinnedFingerprint }
}
