import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import type { Db, Tx } from '../../db.ts'
import { conflict } from '../../errors.ts'
import { loadPool, lockPool, type PoolRow } from '../../pools/pool-row.ts'
import { refuseMovingGuests } from '../../pools/refuse-moving-guests.ts'
import { lockHostRow } from '../host-row.ts'
import { refreshPool } from './refresh-pool.ts'
import { namedOnce, takeIntoPool } from './take-into-pool.ts'

/**
 * Makes these hosts the members of a pool of hosts. Nothing is changed on any of them.
 * @throws AppError `pool-not-found`, `not-of-hosts`, `guest-moving`, `not-on-every-host`, as
 *   `takeIntoPool` does, and where a host is named twice
 */
export async function setPoolHosts(
  db: Db,
  actor: Actor,
  id: string,
  hostIds: readonly string[],
): Promise<PoolRow> {
  requireEverywhere(actor.principal, 'hosts:write')
  const wanted = namedOnce(hostIds)
  return db.$transaction(async (tx) => {
    const { kind, name } = await lockPool(tx, id)
    if (kind !== 'hosts')
      throw conflict('not-of-hosts', 'Which hosts are in this pool, its XAPI decides.')
    const rows = await tx.host.findMany({ where: { poolId: id }, select: { id: true } })
    const members = new Set(rows.map((row) => row.id))
    const joined: string[] = []
    const left: string[] = []
    for (const hostId of [...new Set([...members, ...wanted])].sort()) {
      if (!members.has(hostId)) joined.push(await takeIntoPool(tx, hostId, id))
      else if (!wanted.has(hostId)) left.push(await letGo(tx, hostId))
    }
    await refreshPool(tx, id)
    const target = { kind: 'pool', id, name }
    await audit(tx, actor, { action: 'pool.set-hosts', target, detail: { joined, left } })
    return loadPool(tx, id)
  })
}

/**
 * The locks of a move hold within its pool. A host that left with one could move the guest again in
 * another pool. So it also stays while nobody knows where the guest is.
 */
async function letGo(tx: Tx, hostId: string): Promise<string> {
  const { name } = await lockHostRow(tx, hostId)
  await refuseMovingGuests(tx, hostId)
  await tx.host.update({ where: { id: hostId }, data: { poolId: null } })
  return name
}
