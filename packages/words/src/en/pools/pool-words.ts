import type { PoolDoubt, PoolGuest, PoolInventory, XapiErrorCode } from '@steelyard/xapi'

/** What may not be believed of what XAPI said. */
export function doubtWords(doubt: PoolDoubt, { hosts, guests }: PoolInventory): string {
  const host = (uuid: string) => hosts.find((each) => each.uuid === uuid)?.name ?? uuid
  const guest = (uuid: string) => guests.find((each) => each.uuid === uuid)?.name ?? uuid
  switch (doubt.code) {
    case 'host-without-p-cpus':
      return `XAPI names no pCPUs of ${host(doubt.hostUuid)}, so nothing is decided about it.`
    case 'host-not-live':
      return `XAPI has lost ${host(doubt.hostUuid)}. What stands here of it is old.`
    case 'weight-is-nonsense':
      return `The stored weight of ${guest(doubt.guestUuid)} is “${doubt.value}”, which Xen cannot set.`
    case 'cap-is-nonsense':
      return `The stored cap of ${guest(doubt.guestUuid)} is “${doubt.value}”, which Xen cannot set.`
    case 'guest-without-host':
      return `XAPI says that ${guest(doubt.guestUuid)} runs, but not where.`
    case 'class-missing':
      return `This release of XAPI has no ${doubt.className}, so its groups are not known.`
  }
}

/** Why a guest cannot move now. */
export function stayWords({
  powerState,
  moveBlockedBecause,
}: Pick<PoolGuest, 'powerState' | 'moveBlockedBecause'>): string {
  if (powerState !== 'running') return `It is ${powerState}.`
  if (moveBlockedBecause !== null)
    return `An administrator blocked its moves: ${moveBlockedBecause}`
  return 'XAPI does not offer to move it now.'
}

/** How the operator can fix each failure of a pool; the message describes what happened. */
export const POOL_FIXES: Partial<Record<XapiErrorCode, string>> = {
  'certificate-changed':
    'If the host was reinstalled or its certificate renewed, remove the pool here and add it again. If not, find out who answers at that address before you do anything else.',
  'address-refused':
    'Is this the address of a machine of yours? Ask whoever runs Steelyard to name it in STEELYARD_SSH_ALLOW, or take it out of STEELYARD_SSH_DENY.',
  unreachable: 'Check address, port and firewall, and that the host is up.',
  timeout: 'The pool or its network is slow or overloaded; try again.',
  'budget-spent': 'Wait a minute; Steelyard limits how many calls it makes.',
  'auth-failed': 'Check the account’s name and password, then connect the pool again.',
  'permission-denied': 'Give the account the role read-only in XAPI.',
  'no-coordinator': 'No member answers as coordinator. Check the pool itself first.',
  'coordinator-not-pinned':
    'The pool has another coordinator. Compare its certificate below and confirm it.',
}
