import type { Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { linkedHosts } from '../pools/linked-hosts.ts'
import type { PoolRow } from '../pools/pool-row.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import type { WeightPlanRow } from './weight-plan-row.ts'

/**
 * A move keeps the stored weight of its guest, so the two never meet. Whoever calls holds the pool.
 * @throws AppError `guest-moving`, `weight-busy`
 */
export async function refuseBusyGuest(tx: Tx, plan: WeightPlanRow): Promise<void> {
  const { id, poolId, guestUuid, guestName } = plan
  if ((await tx.movingHost.count({ where: { poolId, guestUuids: { has: guestUuid } } })) > 0)
    throw conflict('guest-moving', `A guest is being moved from or to the host of ${guestName}.`)
  const state = { in: ['storing', 'restoring'] }
  const other = { poolId, guestUuid, state, id: { not: id } }
  if ((await tx.weightPlan.count({ where: other })) > 0)
    throw conflict('weight-busy', `Another weight of ${guestName} is being stored right now.`)
}

/**
 * Where the guest's host is connected over SSH, a plan of that host sets the weight and stores it.
 * @throws AppError `host-connected`
 */
export async function refuseConnectedHost(
  tx: Tx,
  { inventory }: Pick<PoolRow, 'inventory'>,
  guestUuid: string,
): Promise<void> {
  const pool = poolInventory.readIfAny(inventory)
  const hostUuid = pool?.guests.find(({ uuid }) => uuid === guestUuid)?.hostUuid
  if (!pool || !hostUuid) return
  const isConnected = { access: { pinnedFingerprint: { not: null } } }
  const linked = await linkedHosts(tx, pool, isConnected)
  const id = linked.find((each) => each.hostUuid === hostUuid)?.hostId
  if (!id) return
  const { name } = await tx.host.findUniqueOrThrow({ where: { id } })
  throw conflict(
    'host-connected',
    `Its host is connected over SSH as ${name}. Make a plan there: it sets the weight now and stores it as well.`,
  )
}
