import { withPool, XapiError } from '@steelyard/xapi'
import type { Deps } from '../../../deps.ts'
import { notePoolTrouble, optionsOfPool } from '../../agent/connected-pool.ts'
import { currentInventory } from './current-inventory.ts'
import { recordMore } from './record-more.ts'
import { storeLoad } from './store-load.ts'

/**
 * Agent: reads once what a pool's hosts recorded, under one session, and what the pool holds where
 * that has changed.
 * @throws AppError, which the pool's page shows then
 */
export async function watchPool(deps: Deps, poolId: string, signal: AbortSignal): Promise<void> {
  try {
    const options = await optionsOfPool(deps, poolId)
    await withPool(options, async (pool) => {
      const { inventory, isNew } = await currentInventory(deps, poolId, pool, signal)
      const states = await storeLoad(deps, poolId, pool, inventory, signal)
      if (isNew) await recordMore(deps, poolId, pool, { inventory, states }, signal)
    })
  } catch (error) {
    const isLate = signal.aborted && (signal.reason as Error).name === 'TimeoutError'
    if (signal.aborted && !isLate) throw error
    const late = new XapiError('timeout', 'The pool took too long to answer.', { cause: error })
    throw await notePoolTrouble(deps, poolId, isLate ? late : error)
  }
}
