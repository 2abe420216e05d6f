import type { PoolInventory } from '@steelyard/xapi'
import type { Db, Tx } from '../../db.ts'
import { currentDecision } from '../stored-decision.ts'
import { type LoadOfHost, readPoolLoad } from '../watch/read-pool-load.ts'
import type { KnownPool } from './placement-of-pool.ts'
import { poolUse } from './pool-use.ts'

/** What a guest is placed by: what was recorded in the last hour, and what was decided last. */
export async function readKnownPool(
  db: Db | Tx,
  poolId: string,
  inventory: PoolInventory,
): Promise<KnownPool & { load: ReadonlyMap<string, LoadOfHost> }> {
  const load = await readPoolLoad(db, poolId)
  const decided = await currentDecision(db, poolId)
  const missing = decided?.hosts.filter((host) => host.missing.length > 0) ?? []
  return {
    inventory,
    load,
    use: poolUse(inventory, load),
    demands: new Map(Object.entries(decided?.demands ?? {})),
    missing: new Set(missing.map(({ hostUuid }) => hostUuid)),
  }
}
