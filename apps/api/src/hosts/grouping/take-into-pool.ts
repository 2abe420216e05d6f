import type { Tx } from '../../db.ts'
import { conflict, invalid } from '../../errors.ts'
import { poolOfGuests } from '../../pools/pool-of-guests.ts'
import { type HostRow, lockHost } from '../host-row.ts'

/** @throws AppError where a host is named twice */
export function namedOnce(hostIds: readonly string[]): Set<string> {
  const ids = new Set(hostIds)
  if (ids.size < hostIds.length) throw invalid('body.hostIds', 'A host is named twice.')
  return ids
}

/**
 * Takes a host into a pool of hosts. Whoever takes several goes by the order of their ids, so that two
 * never wait for each other.
 * @returns its name
 * @throws AppError `host-not-found`, `not-connected`, `host-in-pool`, `host-behind-xapi`
 */
export async function takeIntoPool(tx: Tx, hostId: string, poolId: string): Promise<string> {
  const host = await lockHost(tx, hostId)
  await refuseUnfit(tx, host)
  await tx.host.update({ where: { id: hostId }, data: { poolId } })
  return host.name
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
