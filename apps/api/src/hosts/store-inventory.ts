import type { DomainState, HostInventory } from '@steelyard/xen'
import type { Prisma, Tx } from '../db.ts'

/**
 * Writes what a host was read to be. Domains are told apart by name here, because targets and
 * analyses speak of names; the UUID is kept beside it for plans. Domains not found any more are
 * marked gone, not deleted: their targets and history stay.
 */
export async function storeInventory(
  tx: Tx,
  hostId: string,
  inventory: HostInventory,
): Promise<void> {
  const readAt = new Date(inventory.readAt)
  await tx.host.update({
    where: { id: hostId },
    data: {
      scheduler: inventory.scheduler,
      physicalCpus: inventory.pcpus,
      inventory: inventory as unknown as Prisma.InputJsonObject,
      inventoryAt: readAt,
    },
  })
  for (const domain of inventory.domains) {
    const data = { ...fieldsOf(domain), seenAt: readAt, goneAt: null }
    await tx.domain.upsert({
      where: { hostId_name: { hostId, name: domain.name } },
      create: { hostId, name: domain.name, ...data },
      update: data,
    })
  }
  await tx.domain.updateMany({
    where: {
      hostId,
      xenUuid: { not: null },
      goneAt: null,
      name: { notIn: inventory.domains.map((domain) => domain.name) },
    },
    data: { goneAt: readAt, xenId: null },
  })
}

function fieldsOf(domain: DomainState) {
  return {
    xenUuid: domain.uuid,
    xenId: domain.id,
    vcpus: domain.vcpus,
    memoryMb: domain.memoryMb,
    weight: domain.weight,
    cap: domain.cap,
    cpupool: domain.cpupool,
    state: domain.state,
  }
}
