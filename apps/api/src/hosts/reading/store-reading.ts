import type { DomainState, HostInventory } from '@steelyard/xen'
import { Prisma, type Tx } from '../../db.ts'
import { noteDrift } from '../drift/note-drift.ts'
import { type HostAsRead, noteEvents } from '../events/note-events.ts'
import { holdPoolOf, refreshPoolOf } from '../grouping/refresh-pool.ts'
import { hostInventory } from '../stored-inventory.ts'
import type { HostReading } from './read-enrolled-host.ts'

/**
 * Stores a reading of a host, unless a later reading is already stored or the host has been
 * enrolled anew. Domains are identified by name here, because targets and analyses refer to names;
 * the UUID is also stored, for plans. Domains that are no longer found are marked as gone, not
 * deleted, so that their targets and history stay. The pool of hosts in which it is follows.
 *
 * @param cause the application after which the host was read, and which changed it
 */
export async function storeReading(
  tx: Tx,
  { from, inventory }: HostReading,
  cause: { applicationId: string } | null = null,
): Promise<void> {
  const readAt = new Date(inventory.readAt)
  const { id, hostId } = from
  await holdPoolOf(tx, hostId)
  await tx.sshAccess.updateMany({
    where: { id },
    data: {
      state: 'connected',
      problem: Prisma.DbNull,
      offeredFingerprint: from.pinnedFingerprint,
    },
  })
  const before = await asRead(tx, hostId)
  const { count } = await tx.host.updateMany({
    where: {
      id: hostId,
      access: { id },
      OR: [{ inventoryAt: null }, { inventoryAt: { lte: readAt } }],
    },
    data: {
      scheduler: inventory.scheduler,
      pCpus: inventory.pCpus,
      inventory: hostInventory.write(inventory),
      inventoryAt: readAt,
    },
  })
  if (count === 0) return
  await noteEvents(tx, hostId, { before, now: inventory, readAt, cause })
  await storeDomains(tx, hostId, inventory.domains, readAt)
  await noteDrift(tx, hostId, readAt)
  await refreshPoolOf(tx, hostId)
}

async function asRead(tx: Tx, hostId: string): Promise<HostAsRead> {
  const host = await tx.host.findUnique({
    where: { id: hostId },
    select: { inventory: true, domains: { where: { goneAt: null, xenUuid: { not: null } } } },
  })
  return {
    inventory: hostInventory.readIfAny(host?.inventory),
    domains: host?.domains ?? [],
  }
}

async function storeDomains(
  tx: Tx,
  hostId: string,
  domains: HostInventory['domains'],
  readAt: Date,
): Promise<void> {
  for (const domain of domains) {
    const data = { ...fieldsOf(domain), seenAt: readAt, goneAt: null }
    await tx.domain.upsert({
      where: { hostId_name: { hostId, name: domain.name } },
      create: { hostId, name: domain.name, ...data },
      update: data,
    })
  }
  const names = domains.map((domain) => domain.name)
  await tx.domain.updateMany({
    where: { hostId, xenUuid: { not: null }, goneAt: null, name: { notIn: names } },
    data: { goneAt: readAt, xenId: null },
  })
}

function fieldsOf(domain: DomainState) {
  return {
    xenUuid: domain.uuid,
    xenId: domain.id,
    vCpus: domain.vCpus,
    memoryMb: domain.memoryMb,
    weight: domain.weight,
    cap: domain.cap,
    cpupool: domain.cpupool,
    state: domain.state,
  }
}
