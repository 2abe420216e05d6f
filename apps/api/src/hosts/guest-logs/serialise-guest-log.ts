import type { GuestLog, GuestLogState, Trouble } from '@steelyard/contract'
import { guestLogKeyLine } from '@steelyard/xen'
import { isUnfinished } from '../../jobs/job-row.ts'
import { LONGEST_SECONDS } from '../../recordings/record-host.kind.ts'
import type { GuestRow } from './start-probe.ts'

export function serialiseGuestLog(row: GuestRow['guestLog']): GuestLog | null {
  if (!row) return null
  const { address, port, username, path, logFormat, publicKey } = row
  return {
    ...stateOf(row),
    address,
    port,
    username,
    path,
    logFormat,
    authorizedKeysLine: publicKey && guestLogKeyLine(publicKey, path, LONGEST_SECONDS),
    offeredFingerprint: row.offeredFingerprint,
    pinnedFingerprint: row.pinnedFingerprint,
  }
}

/** One in the making whose job has ended without a word has stalled. */
function stateOf(row: NonNullable<GuestRow['guestLog']>): Pick<GuestLog, 'state' | 'trouble'> {
  const inTheMaking = row.state === 'probing' || row.state === 'connecting'
  if (!inTheMaking || isUnfinished(row.job)) {
    return { state: row.state as GuestLogState, trouble: row.problem as Trouble | null }
  }
  const message = 'It was stopped before it had an answer.'
  return { state: 'failing', trouble: { code: 'interrupted', message, fix: 'Begin again.' } }
}
