import { conflict } from '../../errors.ts'
import type { HostRow } from '../host-row.ts'

/** @throws AppError `not-connected` */
export function refuseUnconnected({ access }: Pick<HostRow, 'access'>): void {
  if (access?.state === 'connected' && access.pinnedFingerprint) return
  throw conflict(
    'not-connected',
    access?.state === 'failing'
      ? 'The host could not be reached the last time. Read it again first.'
      : 'Connect the host first: address, account, then its key.',
  )
}
