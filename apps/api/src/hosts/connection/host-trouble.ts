import { printable } from '@steelyard/contract/format'
import { HostError, type HostErrorCode } from '@steelyard/xen'
import { AppError } from '../../errors.ts'

/** What to do about a failure, by its code. */
export type Fixes = Partial<Record<HostErrorCode, string>>

/** The fix is the same for hosts and guests, and belongs to whoever runs Steelyard. */
export const ADDRESS_REFUSED_FIX =
  'If a machine of yours has this address, ask whoever runs Steelyard to name it in STEELYARD_SSH_ALLOW, or to take it out of STEELYARD_SSH_DENY.'

/** How the operator can fix each failure; the message describes what happened. */
const fixes: Fixes = {
  'host-key-changed':
    'If you reinstalled the host, disconnect it here and enrol it again. If not, find out who answers at that address before you do anything else.',
  'auth-failed':
    'Append the authorized_keys line shown here to the account’s ~/.ssh/authorized_keys on the host, then try again.',
  'address-refused': ADDRESS_REFUSED_FIX,
  unreachable:
    'Check address, port and firewall, and that sshd runs on the host. `ssh-keyscan -p PORT HOST`, on the machine that runs Steelyard, tells more.',
  timeout: 'The host or its network is slow or overloaded; try again.',
  'permission-denied':
    'Install the sudoers rules and the gate script shown here on the host, or connect as root.',
  'not-xen': 'Connect to Domain-0 of a Xen host that is managed with xl.',
  'connection-lost': 'Try again; if it happens again, look at the host’s sshd log.',
}

/** Converts a failure of the host or of the connection to what a job and the host's page show. */
export function hostTrouble(error: unknown): unknown {
  return toTroubleWith(fixes, error)
}

/** Adds the fix to a failure of a machine that is reached over SSH; leaves any other error alone. */
export function toTroubleWith(fixesByCode: Fixes, error: unknown): unknown {
  if (!(error instanceof HostError)) return error
  const fix = fixesByCode[error.code]
  const said = error.detail ? `${error.message} (${error.detail})` : error.message
  return new AppError('unprocessable', printable(said), {
    code: error.code,
    cause: error,
    ...(fix ? { trouble: { fix } } : {}),
  })
}
