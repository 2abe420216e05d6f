import type { HostErrorCode } from '@steelyard/xen'

/** What to do about a failure, by its code. */
type Fixes = Partial<Record<HostErrorCode, string>>

/** The fix is the same for hosts and guests, and belongs to whoever runs Steelyard. */
const ADDRESS_REFUSED_FIX =
  'Is this the address of a machine of yours? Ask whoever runs Steelyard to name it in STEELYARD_SSH_ALLOW, or take it out of STEELYARD_SSH_DENY.'

/** How the operator can fix each failure of a host; the message describes what happened. */
export const HOST_FIXES: Fixes = {
  'host-key-changed':
    'If you reinstalled the host, disconnect it here and enrol it again. If not, find out who answers at that address before you do anything else.',
  'auth-failed':
    'Append the authorized_keys line shown here to the account’s ~/.ssh/authorized_keys on the host, then try again.',
  'address-refused': ADDRESS_REFUSED_FIX,
  unreachable:
    'Check address, port and firewall, and that sshd runs on the host. `ssh-keyscan -p PORT HOST` on Steelyard’s machine tells more.',
  timeout: 'The host or its network is slow or overloaded; try again.',
  'permission-denied':
    'Install the sudoers rules and the gate script shown here on the host, or connect as root.',
  'not-xen': 'Connect to Domain-0 of a Xen host that is managed with xl.',
  'connection-lost': 'Try again; if it happens again, look at the host’s sshd log.',
}

/** How the operator can fix each failure of a guest. */
export const GUEST_FIXES: Fixes = {
  'host-key-changed':
    'If you reinstalled the guest, set its log up again. If not, find out who answers at that address before you do anything else.',
  'auth-failed':
    'Append the authorized_keys line shown here to the account’s ~/.ssh/authorized_keys in the guest, then try again.',
  'address-refused': ADDRESS_REFUSED_FIX,
  unreachable: 'Check address, port and firewall, and that sshd runs in the guest.',
  timeout: 'The guest or its network is slow or overloaded; try again.',
  'permission-denied': 'Let the account read the log, for example by adding it to the group adm.',
  'command-failed':
    'Check the path of the log, and that the account may read it. The authorized_keys line must be the one shown here.',
  'connection-lost': 'Try again; if it happens again, look at the log of the guest’s sshd.',
}
