import type { Pool, PoolGuest, PoolKind, PoolState, Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { PoolInventory } from '@steelyard/xapi'
import { allowedHosts, wantedGuest } from './placing/placement-of-pool.ts'
import type { PoolRow } from './pool-row.ts'
import { poolInventory } from './stored-pool.ts'

export function presentPool(row: PoolRow): Pool {
  const inventory = poolInventory.readIfAny(row.inventory)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as PoolKind,
    state: row.state as PoolState,
    address: row.address,
    port: row.port,
    username: row.username,
    members: row.members.map(({ poolId: _, ...member }) => member),
    trouble: row.problem as Trouble | null,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.inventoryAt?.toISOString() ?? null,
    found: inventory && presentInventory(inventory),
  }
}

function presentInventory(inventory: PoolInventory): NonNullable<Pool['found']> {
  const { pool, hosts, guests, storage, doubts } = inventory
  return {
    name: pool.name,
    haEnabled: pool.haEnabled,
    isUpgrading: pool.isUpgrading,
    hosts: hosts.map((host) => ({
      uuid: host.uuid,
      name: host.name,
      address: host.address,
      isCoordinator: host.uuid === pool.coordinatorUuid,
      isLive: host.isLive,
      isEnabled: host.isEnabled,
      pCpus: host.pCpus,
      cpuModel: host.cpuModel,
      memoryTotalBytes: host.memoryTotalBytes,
      memoryFreeBytes: host.memoryFreeBytes,
      version: host.productVersion,
    })),
    guests: guests.map(
      (guest): PoolGuest => ({
        uuid: guest.uuid,
        name: guest.name,
        powerState: guest.powerState,
        hostUuid: guest.hostUuid,
        vCpus: guest.vCpus,
        weight: guest.weight,
        cap: guest.cap,
        memoryBytes: guest.memoryBytes,
        mayGoTo: placesOf(guest, inventory),
        stays: guest.canMove ? null : words.pools.stays(guest),
      }),
    ),
    sharedStorage: storage
      .filter(({ isShared }) => isShared)
      .map(({ name, hostUuids }) => ({ name, hosts: hostUuids.length })),
    doubts: doubts.map((doubt) => words.pools.doubt(doubt, inventory)),
  }
}

/**
 * Where its storage and its CPU features allow it, its memory is free and nobody runs that it shall
 * be apart from. XAPI itself is asked before a move; this is what a person wants to know first.
 */
function placesOf(guest: PoolInventory['guests'][number], inventory: PoolInventory): string[] {
  const wanted = wantedGuest(inventory, guest, 0)
  const taken = inventory.guests
    .filter(({ uuid }) => wanted.apartFrom.includes(uuid))
    .map(({ hostUuid }) => hostUuid)
  return allowedHosts(wanted, inventory)
    .filter(
      (host) =>
        host.uuid !== guest.hostUuid &&
        host.isLive &&
        host.isEnabled &&
        host.pCpus !== null &&
        (host.memoryFreeBytes ?? 0) >= guest.memoryBytes &&
        !taken.includes(host.uuid),
    )
    .map(({ uuid }) => uuid)
}
