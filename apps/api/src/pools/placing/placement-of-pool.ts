import type { PlacedGuest, PlacedHost, PlacementProblem } from '@steelyard/placement'
import type { PoolHost, PoolInventory } from '@steelyard/xapi'
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
}

/** The guest of a pool as one that is to be placed. */
export function wantedGuest(
  { inventory }: KnownPool,
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
  { inventory }: KnownPool,
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
 * The pool with these guests taken out of their hosts, to be placed anew. Nothing goes to a host of
 * whose load nothing is known. Nobody has a target here: a tenth of every host stays idle.
 *
 * @param leaving hosts that are to be emptied
 */
export function placementOf(
  pool: KnownPool,
  wanted: readonly WantedGuest[],
  leaving: readonly string[] = [],
): PlacementProblem {
  const { hosts, guests, groups } = pool.inventory
  const moving = new Set(wanted.flatMap(({ uuid }) => uuid ?? []))
  const stay = guests.filter(({ uuid, hostUuid }) => hostUuid !== null && !moving.has(uuid))
  const groupsOf = (guest: string) =>
    groups
      .filter(({ placement, guestUuids }) => placement === 'apart' && guestUuids.includes(guest))
      .map(({ uuid }) => uuid)
  return {
    hosts: hosts.map((host): PlacedHost => {
      const use = pool.use.get(host.uuid)
      const freed = guests
        .filter(({ uuid, hostUuid }) => hostUuid === host.uuid && moving.has(uuid))
        .reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
      return {
        id: host.uuid,
        pCpus: Math.max(0, (host.pCpus ?? 0) - (use?.restPCpus ?? 0)),
        memoryFreeBytes: (host.memoryFreeBytes ?? 0) + freed,
        mayReceive:
          host.isLive &&
          host.isEnabled &&
          host.pCpus !== null &&
          use !== undefined &&
          !leaving.includes(host.uuid),
        isHot: false,
      }
    }),
    guests: [
      ...stay.map(
        (guest): PlacedGuest => ({
          id: guest.uuid,
          hostId: guest.hostUuid,
          // One of which nothing is recorded is among the rest of its host.
          usePCpus: pool.use.get(guest.hostUuid!)?.guests.get(guest.uuid) ?? 0,
          needPCpus: 0,
          memoryBytes: guest.memoryBytes,
          mayMove: false,
          allowedHostIds: null,
          apartGroups: groupsOf(guest.uuid),
        }),
      ),
      ...wanted.map(
        (guest): PlacedGuest => ({
          id: guest.uuid ?? NEW_GUEST,
          hostId: null,
          usePCpus: guest.usePCpus,
          needPCpus: 0,
          memoryBytes: guest.memoryBytes,
          mayMove: true,
          allowedHostIds: allowedHosts(guest, pool).map(({ uuid }) => uuid),
          apartGroups: guest.uuid === null ? [] : groupsOf(guest.uuid),
        }),
      ),
    ],
  }
}

const NEW_GUEST = 'the new guest'
