import type { PlacedGuest, PlacedHost, PlacementProblem } from '@steelyard/placement'
import type { PoolHost, PoolInventory } from '@steelyard/xapi'
import type { GuestDemand } from '../stored-decision.ts'
import type { HostUse } from './pool-use.ts'

/** What a guest wants that is to be placed: one of the pool, or one that is yet to come. */
export interface WantedGuest {
  /** Null for one that is yet to come. */
  uuid: string | null
  memoryBytes: number
  usePCpus: number
  /** It needs all of them on its host. */
  storageUuids: readonly string[]
  /** CPU features that it began with; null: any will do. */
  cpuFeatures: string | null
  /** Guests that may not run on its host. */
  apartFrom: readonly string[]
}

export interface KnownPool {
  inventory: PoolInventory
  /** By UUID of the host. */
  use: ReadonlyMap<string, HostUse>
  /** By UUID of the guest; one that is not among them has no target that is known. */
  demands: ReadonlyMap<string, GuestDemand>
  /** Hosts on which guests miss their targets. Nothing is sent there. */
  missing: ReadonlySet<string>
}

/** The guest of a pool as one that is to be placed. */
export function wantedGuest(
  inventory: PoolInventory,
  guest: PoolInventory['guests'][number],
  usePCpus: number,
): WantedGuest {
  const host = inventory.hosts.find(({ uuid }) => uuid === guest.hostUuid)
  return {
    uuid: guest.uuid,
    memoryBytes: guest.memoryBytes,
    usePCpus,
    storageUuids: guest.storageUuids,
    cpuFeatures: host?.cpuFeatures ?? null,
    apartFrom: inventory.groups
      .filter(({ placement }) => placement === 'apart')
      .filter(({ guestUuids }) => guestUuids.includes(guest.uuid))
      .flatMap(({ guestUuids }) => guestUuids)
      .filter((uuid) => uuid !== guest.uuid),
  }
}

/** Hosts that the storage of a guest and its CPU features allow. */
export function allowedHosts(
  { storageUuids, cpuFeatures }: WantedGuest,
  inventory: PoolInventory,
): PoolHost[] {
  return inventory.hosts.filter(
    (host) => reaches(storageUuids, host, inventory) && suits(cpuFeatures, host),
  )
}

export function reaches(
  storageUuids: readonly string[],
  { uuid }: PoolHost,
  { storage }: PoolInventory,
): boolean {
  return storageUuids.every((id) =>
    storage.find((each) => each.uuid === id)?.hostUuids.includes(uuid),
  )
}

export function suits(features: string | null, host: PoolHost): boolean {
  return features === null || host.cpuFeatures === features
}

/**
 * The pool as a problem of placement, with these guests taken out of their hosts, to be placed anew.
 * Nothing goes to a host of whose load nothing is known. A tenth of every host stays idle, and more
 * where a guest's target needs it.
 *
 * @param leaving hosts that are to be emptied
 */
export function placementOf(
  pool: KnownPool,
  wanted: readonly WantedGuest[] = [],
  leaving: readonly string[] = [],
): PlacementProblem {
  const { inventory, demands } = pool
  const moving = new Set(wanted.flatMap(({ uuid }) => uuid ?? []))
  const stay = inventory.guests.filter(
    ({ uuid, hostUuid }) => hostUuid !== null && !moving.has(uuid),
  )
  return {
    hosts: inventory.hosts.map((host) => placedHost(host, pool, moving, leaving)),
    guests: [
      ...stay.map((guest): PlacedGuest => {
        // One of which nothing is recorded is among the rest of its host.
        const usePCpus = pool.use.get(guest.hostUuid!)?.guests.get(guest.uuid) ?? 0
        return {
          ...placedGuest(wantedGuest(inventory, guest, usePCpus), pool),
          ...demands.get(guest.uuid),
          hostId: guest.hostUuid,
          mayMove: guest.canMove,
        }
      }),
      ...wanted.map((guest) => placedGuest(guest, pool)),
    ],
  }
}

function placedHost(
  host: PoolHost,
  { inventory, use, missing }: KnownPool,
  moving: ReadonlySet<string>,
  leaving: readonly string[],
): PlacedHost {
  const freed = inventory.guests
    .filter(({ uuid, hostUuid }) => hostUuid === host.uuid && moving.has(uuid))
    .reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  return {
    id: host.uuid,
    pCpus: Math.max(0, (host.pCpus ?? 0) - (use.get(host.uuid)?.restPCpus ?? 0)),
    memoryFreeBytes: (host.memoryFreeBytes ?? 0) + freed,
    mayReceive:
      host.isLive &&
      host.isEnabled &&
      host.pCpus !== null &&
      use.has(host.uuid) &&
      !missing.has(host.uuid) &&
      !leaving.includes(host.uuid),
    isHot: false,
  }
}

function placedGuest(guest: WantedGuest, { inventory, demands }: KnownPool): PlacedGuest {
  const { uuid } = guest
  return {
    id: uuid ?? NEW_GUEST,
    hostId: null,
    usePCpus: guest.usePCpus,
    needPCpus: (uuid && demands.get(uuid)?.needPCpus) || 0,
    memoryBytes: guest.memoryBytes,
    mayMove: true,
    allowedHostIds: allowedHosts(guest, inventory).map((host) => host.uuid),
    apartGroups:
      uuid === null
        ? []
        : inventory.groups
            .filter(
              ({ placement, guestUuids }) => placement === 'apart' && guestUuids.includes(uuid),
            )
            .map((group) => group.uuid),
  }
}

const NEW_GUEST = 'the new guest'
