import type { Db } from '../db.ts'
import { poolInventory } from './stored-pool.ts'

/**
 * The pool that has most of these guests, and which of them it has, by UUID. Null where no pool is
 * connected; without guests where none has any.
 */
export async function poolOfGuests(
  db: Db,
  uuids: readonly string[],
): Promise<{ id: string; name: string; known: Set<string> } | null> {
  const pools = await db.pool.findMany({
    where: { username: { not: null } },
    select: { id: true, name: true, inventory: true },
    orderBy: { id: 'asc' },
  })
  const found = pools.map(({ id, name, inventory }) => {
    const guests = poolInventory.readIfAny(inventory)?.guests ?? []
    const all = new Set(guests.map(({ uuid }) => uuid))
    return { id, name, known: new Set(uuids.filter((uuid) => all.has(uuid.toLowerCase()))) }
  })
  return found.toSorted((one, other) => other.known.size - one.known.size)[0] ?? null
}
