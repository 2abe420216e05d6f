import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import { type Db, isUniqueViolation, type Tx } from '../../db.ts'
import { conflict, invalid } from '../../errors.ts'
import { poolOfGuests } from '../../pools/pool-of-guests.ts'
import { loadPool, type PoolRow } from '../../pools/pool-row.ts'
import { uuidV7 } from '../../uuid.ts'
import { type HostRow, lockHost } from '../host-row.ts'
import { refreshPool } from './refresh-pool.ts'

/**
 * Makes a pool of hosts that are connected over SSH.
 * @throws AppError `host-not-found`, `not-connected`, `host-in-pool`, `host-behind-xapi`,
 *   `pool-name-taken`, `not-on-every-host`, and where a host is named twice
 */
export async function groupHosts(
  db: Db,
  actor: Actor,
  { name, hostIds }: { name: string; hostIds: readonly string[] },
): Promise<PoolRow> {
  requireEverywhere(actor.principal, 'hosts:write')
  const ids = [...new Set(hostIds)].sort()
  if (ids.length < hostIds.length) throw invalid('body.hostIds', 'A host is named twice.')
  const id = uuidV7()
  return db
    .$transaction(async (tx) => {
      await tx.pool.create({ data: { id, name, kind: 'hosts', state: 'connected' } })
      const names: string[] = []
      for (const hostId of ids) {
        const host = await lockHost(tx, hostId)
        await refuseUnfit(tx, host)
        await tx.host.update({ where: { id: hostId }, data: { poolId: id } })
        names.push(host.name)
      }
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

async function refuseUnfit(tx: Tx, { name, access, poolId, domains }: HostRow): Promise<void> {
  if (access?.state !== 'connected' || !access.pinnedFingerprint)
    throw conflict('not-connected', `Connect ${name} first: address, account, then its key.`)
  if (poolId !== null)
    throw conflict('host-in-pool', `${name} is in another pool of hosts already.`)
  const guests = domains.flatMap(({ xenUuid, xenId }) => (xenUuid && xenId !== 0 ? xenUuid : []))
  const pool = await poolOfGuests(tx, guests)
  // What xl moves there, XAPI would not know of.
  if (pool && pool.known.size > 0)
    throw conflict(
      'host-behind-xapi',
      `${name} has guests of the pool ${pool.name}, whose XAPI moves them.`,
    )
}
