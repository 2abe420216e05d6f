import type { GuestLog, GuestLogState, Trouble } from '@steelyard/contract'
import { guestLogKeyLine } from '@steelyard/xen'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { LONGEST_RECORDING_SECONDS } from '../running-recordings.ts'
import { isStalled } from '../ssh-access.ts'
import type { GuestRow } from './start-probe.ts'

export function serialiseGuestLog(row: GuestRow['guestLog']): GuestLog | null {
  if (!row?.access) return null
  const { path, logFormat, access } = row
  const { publicKey } = access
  return {
    ...stateOf(access),
    address: access.address,
    port: access.port,
    username: access.username,
    path,
    logFormat,
    authorizedKeysLine: publicKey && guestLogKeyLine(publicKey, path, LONGEST_RECORDING_SECONDS),
    offeredFingerprint: access.offeredFingerprint,
    pinnedFingerprint: access.pinnedFingerprint,
  }
}

function stateOf(
  access: Parameters<typeof isStalled>[0] & Pick<SshAccessModel, 'problem'>,
): Pick<GuestLog, 'state' | 'trouble'> {
  if (isStalled(access)) {
    const message = 'It was stopped before there was an answer.'
    return { state: 'failing', trouble: { code: 'interrupted', message, fix: 'Start again.' } }
  }
  const state = access.state === 'connected' ? 'ready' : (access.state as GuestLogState)
  return { state, trouble: access.problem as Trouble | null }
}
