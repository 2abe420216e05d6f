import { words } from '@steelyard/words'
import { AdvisorRefusal } from '@steelyard/xapi'
import { z } from 'zod'
import type { Db, Tx } from '../../db.ts'
import { jsonColumn } from '../../json-column.ts'
import { readKnownPool } from '../placing/known-pool.ts'
import type { KnownPool } from '../placing/placement-of-pool.ts'
import { isOldInventory, poolInventory } from '../stored-pool.ts'
import type { LoadOfHost } from '../watch/read-pool-load.ts'

/** The codes of what is refused; XAPI shows them beside the words. */
export const REFUSALS = { unknownPool: 4001, notJoined: 4002, notOfPool: 4003, old: 4004 } as const

/** `AdvisedPool.settings`. */
export const advisedSettings = jsonColumn<Record<string, string>>(
  'the settings of workload balancing',
  z.record(z.string(), z.string()),
)

/**
 * The pool of Steelyard that XAPI names by its UUID.
 * @throws AdvisorRefusal
 */
export async function poolByUuid(db: Db | Tx, poolUuid: string) {
  const pool = await db.pool.findFirst({
    where: { kind: 'xapi', inventory: { path: ['pool', 'uuid'], equals: poolUuid } },
    orderBy: { createdAt: 'asc' },
    omit: { privateKeySealed: true, passwordSealed: true },
    include: { members: { select: { address: true } }, advised: true },
  })
  if (!pool) throw new AdvisorRefusal(REFUSALS.unknownPool, words.pools.wlb.unknownPool)
  return pool
}

/**
 * The same, of one that has joined.
 * @throws AdvisorRefusal
 */
export async function joinedPool(db: Db | Tx, poolUuid: string) {
  const pool = await poolByUuid(db, poolUuid)
  const { advised } = pool
  if (!advised) throw new AdvisorRefusal(REFUSALS.notJoined, words.pools.wlb.notJoined)
  return { ...pool, advised }
}

export interface AdvisedPool extends KnownPool {
  id: string
  load: ReadonlyMap<string, LoadOfHost>
}

/**
 * What is held of a pool that has joined, if it is recent enough to rest advice on.
 * @throws AdvisorRefusal, after which XAPI decides alone
 */
export async function heldPool(
  db: Db,
  poolUuid: string,
): Promise<Pick<AdvisedPool, 'id' | 'inventory'>> {
  const { id, inventory, inventoryAt, state } = await joinedPool(db, poolUuid)
  if (state !== 'connected' || isOldInventory(inventoryAt))
    throw new AdvisorRefusal(REFUSALS.old, words.pools.wlb.old)
  return { id, inventory: poolInventory.read(inventory) }
}

/**
 * The same, with what its hosts did in the last hour.
 * @throws AdvisorRefusal
 */
export async function knownPool(db: Db, poolUuid: string): Promise<AdvisedPool> {
  const { id, inventory } = await heldPool(db, poolUuid)
  return { id, ...(await readKnownPool(db, id, inventory)) }
}
