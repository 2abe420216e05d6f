import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import { type Db, isUniqueViolation } from '../../db.ts'
import { conflict } from '../../errors.ts'
import { loadPool, type PoolRow } from '../../pools/pool-row.ts'
import { uuidV7 } from '../../uuid.ts'
import { refreshPool } from './refresh-pool.ts'
import { namedOnce, takeIntoPool } from './take-into-pool.ts'

/**
 * Makes a pool of hosts that are connected over SSH.
 * @throws AppError `pool-name-taken`, `not-on-every-host`, as `takeIntoPool` does, and where a host is
 *   named twice
 */
export async function groupHosts(
  db: Db,
  actor: Actor,
  { name, hostIds }: { name: string; hostIds: readonly string[] },
): Promise<PoolRow> {
  requireEverywhere(actor.principal, 'hosts:write')
  const ids = namedOnce(hostIds)
  const id = uuidV7()
  return db
    .$transaction(async (tx) => {
      await tx.pool.create({ data: { id, name, kind: 'hosts', state: 'connected' } })
      const names: string[] = []
      for (const hostId of [...ids].sort()) names.push(await takeIntoPool(tx, hostId, id))
      await refreshPool(tx, id)
      const target = { kind: 'pool', id, name }
      await audit(tx, actor, { action: 'pool.group-hosts', target, detail: { hosts: names } })
      return loadPool(tx, id)
    })
    .catch((error) => {
      if (isUniqueViolation(error))
        throw conflict('pool-name-taken', 'A pool with that name already exists.')
      throw error
    })
}
