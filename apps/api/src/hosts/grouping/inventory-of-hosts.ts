import type { PoolGuest, PoolHost, PoolInventory, PowerState } from '@steelyard/xapi'
import { type DomainState, type HostInventory, isHalfMoved } from '@steelyard/xen'

/** A host of a pool of hosts, with what was last read of it. */
export interface MemberHost {
  id: string
  name: string
  /** Where it is reached over SSH; empty where it is not enrolled. */
  address: string
  /** Whether it answered the last time that it was asked. */
  isConnected: boolean
  /** Null before the first reading. */
  inventory: HostInventory | null
}

const MIB = 1024 ** 2

/**
 * The inventory of a pool of hosts, from the last reading of each. The UUID of a member is the id of
 * its host. On what the disks of guests lie, and which CPU features a host has, no reading says: both
 * are left open.
 */
export function inventoryOfHosts(
  { id, name }: { id: string; name: string },
  members: readonly MemberHost[],
): PoolInventory {
  return {
    readAt: oldestOf(members),
    pool: {
      uuid: id,
      name,
      coordinatorUuid: '',
      haEnabled: false,
      workloadBalancer: null,
      isUpgrading: false,
    },
    hosts: members.map(hostOf),
    guests: guestsOf(members),
    storage: [],
    groups: [],
    doubts: [],
  }
}

/** A host that does not answer makes no reading of the others old. */
function oldestOf(members: readonly MemberHost[]): string {
  const readAt = (some: readonly MemberHost[]) =>
    some.flatMap(({ inventory }) => inventory?.readAt ?? []).sort()[0]
  const connected = members.filter(({ isConnected }) => isConnected)
  return readAt(connected) ?? readAt(members) ?? new Date(0).toISOString()
}

function hostOf({ id, name, address, isConnected, inventory }: MemberHost): PoolHost {
  const domain0 = inventory?.domains.find((domain) => domain.id === 0)
  const freeMb = isConnected ? inventory?.freeMemoryMb : undefined
  return {
    uuid: id,
    name,
    address,
    isLive: isConnected,
    isEnabled: true,
    pCpus: inventory?.pCpus ?? null,
    cpuModel: null,
    cpuFeatures: null,
    memoryTotalBytes: inventory ? inventory.totalMemoryMb * MIB : null,
    // What it had free when it last answered says nothing about now.
    memoryFreeBytes: freeMb === undefined ? null : freeMb * MIB,
    numaPlacement: null,
    xenVersion: inventory?.xenVersion ?? null,
    productVersion: inventory?.xenVersion ?? null,
    productBrand: 'Xen',
    domain0: domain0
      ? {
          uuid: domain0.uuid.toLowerCase(),
          vCpus: domain0.vCpus,
          memoryBytes: domain0.memoryMb * MIB,
        }
      : null,
  }
}

/**
 * Readings are of different moments, so a guest that has just moved may be in those of both hosts: the
 * newer one counts.
 */
function guestsOf(members: readonly MemberHost[]): PoolGuest[] {
  const oldestFirst = members
    .flatMap(({ id, inventory }) => (inventory ? [{ id, inventory }] : []))
    .toSorted((one, other) => one.inventory.readAt.localeCompare(other.inventory.readAt))
  const byUuid = new Map<string, PoolGuest>()
  for (const { id, inventory } of oldestFirst) {
    for (const domain of inventory.domains) {
      if (domain.id === 0 || isHalfMoved(domain)) continue
      const guest = guestOf(domain, id)
      byUuid.set(guest.uuid, guest)
    }
  }
  return [...byUuid.values()]
}

function guestOf(domain: DomainState, hostUuid: string): PoolGuest {
  const powerState = powerStateOf(domain)
  return {
    uuid: domain.uuid.toLowerCase(),
    name: domain.name,
    powerState,
    // A domain that ended and is kept still has its memory there.
    hostUuid,
    arrivingAtUuid: null,
    domainId: domain.id,
    vCpus: domain.vCpus,
    weight: domain.weight,
    cap: domain.cap,
    mask: null,
    memoryBytes: domain.memoryMb * MIB,
    storageUuids: [],
    affinityHostUuid: null,
    tags: [],
    canMove: powerState === 'running',
    moveBlockedBecause: null,
    isProtected: false,
  }
}

/** By the six letters of `xl list`: running, blocked, paused, shut down, crashed, dying. */
function powerStateOf({ state }: DomainState): PowerState {
  if (/[cd]/.test(state)) return 'halted'
  if (state.includes('s')) return 'suspended'
  return state.includes('p') ? 'paused' : 'running'
}
