import type { DomainState, HostInventory, WeightAndCap } from '../host-inventory.ts'
import { readHost } from '../read-host.ts'
import { isHalfMoved, isHandingOver } from './half-moved.ts'
import { type MoveEnds, type OpenShell, withShell } from './with-shell.ts'

/**
 * Why a move is not tried, as a code.
 * `guest-busy`: xl hands over a guest of that host already. `name-taken`: the other host has a domain
 * of that name. `older-xen`: guests move to the same release of Xen or a newer one only.
 */
export type XlMoveRefusal =
  | {
      code:
        | 'guest-unknown'
        | 'control-domain'
        | 'not-running'
        | 'guest-busy'
        | 'already-there'
        | 'name-taken'
    }
  | { code: 'not-enough-memory'; neededBytes: number; freeBytes: number }
  | { code: 'older-xen'; fromVersion: string; toVersion: string }

export interface XlMoveCheck {
  /** Empty: xl is expected to do it. */
  refusals: XlMoveRefusal[]
  /** With which it runs; null where it does not, or its scheduler has none. */
  weight: WeightAndCap | null
  /** Null where the host does not have it. */
  domainId: number | null
}

const MEBIBYTE = 1024 ** 2
/** Of a guest that runs: waiting, running or ready. */
const RUNNING = /^[r-][b-]----$/

/**
 * Reads both hosts before a guest is moved with xl. It changes nothing. Whether both reach the guest's
 * disks, and whether the one trusts the other, no command of xl tells.
 *
 * @throws HostError where a host cannot be read
 */
export async function checkXlMove(ends: MoveEnds, guestUuid: string): Promise<XlMoveCheck> {
  const { from, isBusy } = await withShell(ends.from, async (shell) => ({
    from: await readHost(shell),
    isBusy: await isHandingOver(shell),
  }))
  const to = await withShell(ends.to, readHost)
  const guest = from.domains.find(({ uuid }) => uuid === guestUuid)
  if (!guest) return { refusals: [{ code: 'guest-unknown' }], weight: null, domainId: null }
  return {
    refusals: [...ofGuest(guest, isBusy), ...ofDestination(guest, from, to)],
    weight: weightOf(guest),
    domainId: guest.id,
  }
}

/**
 * Reads with which weight and cap a guest runs; null where it does not, or its scheduler has none.
 *
 * @throws HostError where the host cannot be read
 */
export async function readXlWeight(
  open: OpenShell,
  guestUuid: string,
): Promise<WeightAndCap | null> {
  const { domains } = await withShell(open, readHost)
  const guest = domains.find(({ uuid }) => uuid === guestUuid)
  return guest ? weightOf(guest) : null
}

function weightOf({ weight, cap }: DomainState): WeightAndCap | null {
  return weight === null || cap === null ? null : { weight, cap }
}

function ofGuest(guest: DomainState, isBusy: boolean): XlMoveRefusal[] {
  if (guest.id === 0) return [{ code: 'control-domain' }]
  if (isBusy || isHalfMoved(guest)) return [{ code: 'guest-busy' }]
  return RUNNING.test(guest.state) ? [] : [{ code: 'not-running' }]
}

function ofDestination(guest: DomainState, from: HostInventory, to: HostInventory) {
  const refusals: XlMoveRefusal[] = []
  const twin = to.domains.find(({ uuid }) => uuid === guest.uuid)
  if (twin) refusals.push({ code: isHalfMoved(twin) ? 'guest-busy' : 'already-there' })
  else if (to.domains.some(({ name }) => name === guest.name)) refusals.push({ code: 'name-taken' })
  const free = to.freeMemoryMb
  if (free !== undefined && guest.memoryMb > free) {
    const bytes = { neededBytes: guest.memoryMb * MEBIBYTE, freeBytes: free * MEBIBYTE }
    refusals.push({ code: 'not-enough-memory', ...bytes })
  }
  const versions = { fromVersion: from.xenVersion, toVersion: to.xenVersion }
  if (isOlder(to.xenVersion, from.xenVersion)) refusals.push({ code: 'older-xen', ...versions })
  return refusals
}

/** By release: updates of one release exchange guests in both directions. */
function isOlder(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major < otherMajor || (major === otherMajor && minor < otherMinor)
}
