import type { Tx } from '../../db.ts'
import { asStored, poolInventory } from '../../pools/stored-pool.ts'
import { shownAccess } from '../ssh-access.ts'
import { hostInventory } from '../stored-inventory.ts'
import { inventoryOfHosts } from './inventory-of-hosts.ts'

/**
 * Locks the pool of hosts in which a host is. Whoever changes both locks the pool first, as a move
 * does, so that the two never wait for each other.
 */
export async function holdPoolOf(tx: Tx, hostId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Pool" WHERE "id" = (SELECT "poolId" FROM "Host" WHERE "id" = ${hostId}::uuid)
       FOR UPDATE`
}

/** Composes what is held of the pool of a host anew; nothing, where the host is in none. */
export async function refreshPoolOf(tx: Tx, hostId: string): Promise<void> {
  const host = await tx.host.findUnique({ where: { id: hostId }, select: { poolId: true } })
  if (host?.poolId) await refreshPool(tx, host.poolId)
}

/** Composes what is held of a pool of hosts from the last readings of its members. */
export async function refreshPool(tx: Tx, id: string): Promise<void> {
  const { name, hosts } = await tx.pool.findUniqueOrThrow({
    where: { id },
    select: {
      name: true,
      hosts: {
        select: { id: true, name: true, inventory: true, access: shownAccess },
        orderBy: { name: 'asc' },
      },
    },
  })
  const members = hosts.map(({ access, inventory, ...host }) => ({
    ...host,
    address: access?.address ?? '',
    isConnected: access?.state === 'connected',
    inventory: hostInventory.readIfAny(inventory),
  }))
  const composed = inventoryOfHosts({ id, name }, members)
  const inventoryAt = new Date(composed.readAt)
  await tx.pool.update({
    where: { id },
    data: { inventory: poolInventory.write(asStored(composed)), inventoryAt },
  })
}
