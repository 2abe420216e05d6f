import type { Keeping } from '@steelyard/words'
import { HostError, type HostInventory, type StoredWeight } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { PoolWeights } from '../pools/agent/pool-weights.ts'
import type { PoolOfGuests } from '../pools/pool-of-guests.ts'

/** Whether XAPI is to keep what a plan sets, and what it stores of the guests now, by UUID. */
export interface AskedForStored {
  /** Null where no pool is connected, or no weight is set. */
  keeping: Keeping | null
  stored: Record<string, StoredWeight>
}

/**
 * Agent: asks the pool of a host what it stores of the guests whose weights a plan sets. A pool that
 * cannot be asked does not keep a plan from being made; it says then that nothing is kept.
 */
export async function askForStored(
  deps: Deps,
  pool: PoolOfGuests | null,
  { domains, cpupools }: HostInventory,
  wanted: readonly { uuid: string }[],
  followsLoad: boolean,
): Promise<AskedForStored> {
  const not = (keeping: Keeping | null): AskedForStored => ({ keeping, stored: {} })
  const guests = domains.filter(
    ({ id, uuid }) => id !== 0 && wanted.some((each) => each.uuid === uuid),
  )
  if (guests.length === 0 || !pool) return not(null)
  const { id: poolId, name: poolName, known } = pool
  if (!guests.some(({ uuid }) => known.has(uuid))) return not({ code: 'not-linked' })
  if (followsLoad) return not({ code: 'follows-load' })
  const schedulerOf = (cpupool: string) => cpupools.find(({ name }) => name === cpupool)?.scheduler
  const weighed = guests.filter(
    ({ uuid, cpupool }) => known.has(uuid) && schedulerOf(cpupool) === 'credit',
  )
  if (weighed.length === 0)
    return not({ code: 'other-scheduler', scheduler: schedulerOf(guests[0]!.cpupool) ?? 'another' })
  const store = new PoolWeights(deps, poolId)
  try {
    if (!(await store.mayWrite(weighed[0]!.uuid))) return not({ code: 'read-only', poolName })
    const stored: Record<string, StoredWeight> = {}
    for (const { uuid } of weighed) {
      const found = await store.read(uuid)
      if (found) stored[uuid] = found
    }
    const strangers = guests.filter(({ uuid }) => !stored[uuid]).map(({ name }) => name)
    return { keeping: { code: 'kept', poolId, poolName, strangers }, stored }
  } catch (error) {
    if (error instanceof HostError)
      return not({ code: 'unanswered', poolName, said: error.message })
    throw error
  } finally {
    await store.close()
  }
}
