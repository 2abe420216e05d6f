import type { PoolHost } from '@steelyard/xapi'
import type { Db, Tx } from '../db.ts'
import { poolInventory } from './stored-pool.ts'

export interface PoolOfGuests {
  id: string
  name: string
  /** Those of them that it has, by UUID. */
  known: Set<string>
  /** The host that runs most of these; null where none runs. */
  member: PoolHost | null
}

/** The pool behind XAPI that has most of these guests. Null where none is connected; `known` may be empty. */
export async function poolOfGuests(
  db: Db | Tx,
  uuids: readonly string[],
): Promise<PoolOfGuests | null> {
  const pools = await db.pool.findMany({
    where: { kind: 'xapi', username: { not: null } },
    select: { id: true, name: true, inventory: true },
    orderBy: { id: 'asc' },
  })
  const found = pools.map(({ id, name, inventory }) => {
    const { guests = [], hosts = [] } = poolInventory.readIfAny(inventory) ?? {}
    const hostOf = new Map(guests.map(({ uuid, hostUuid }) => [uuid, hostUuid]))
    const known = uuids.filter((uuid) => hostOf.has(uuid.toLowerCase()))
    const count = (host: string) =>
      known.filter((uuid) => hostOf.get(uuid.toLowerCase()) === host).length
    const [member = null] = hosts
      .filter(({ uuid }) => count(uuid) > 0)
      .toSorted((one, other) => count(other.uuid) - count(one.uuid))
    return { id, name, known: new Set(known), member }
  })
  return found.toSorted((one, other) => other.known.size - one.known.size)[0] ?? null
}
