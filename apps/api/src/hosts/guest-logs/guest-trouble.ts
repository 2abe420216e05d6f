import { ADDRESS_REFUSED_FIX, type Fixes, toTroubleWith } from '../connection/host-trouble.ts'

/** How the operator can fix each failure; the message describes what happened. */
const fixes: Fixes = {
  'host-key-changed':
    'If you reinstalled the guest, set its log up again. If not, find out who answers at that address before you do anything else.',
  'auth-failed':
    'Append the authorized_keys line shown here to the account’s ~/.ssh/authorized_keys in the guest, then try again.',
  'address-refused': ADDRESS_REFUSED_FIX,
  unreachable: 'Check address, port and firewall, and that sshd runs in the guest.',
  timeout: 'The guest or its network is slow or overloaded; try again.',
  'permission-denied': 'Let the account read the log, for example by adding it to the group adm.',
  'command-failed':
    'Check the path of the log, that the account may read it, and that the authorized_keys line is the one shown here.',
  'connection-lost': 'Try again; if it happens again, look at the log of the guest’s sshd.',
}

/** Converts a failure of a guest or of its connection to what its domain shows. */
export function guestTrouble(error: unknown): unknown {
  return toTroubleWith(fixes, error)
}
