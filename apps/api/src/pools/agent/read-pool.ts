import { type PoolInventory, readPool as readXapi, withPool } from '@steelyard/xapi'
import type { Deps } from '../../deps.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { readPoolKind } from '../pool-jobs.kind.ts'
import { noteMembers, notePoolTrouble, optionsOfPool, storeInventory } from './connected-pool.ts'

/** Agent: reads what a pool holds, and which certificates its members show. */
export const readPool = handleJob(readPoolKind, async ({ payload, deps, signal, progress }) => {
  progress({ stage: 'Reading the pool' })
  const { hosts, guests } = await readConnectedPool(deps, payload.poolId, signal)
  return { hosts: hosts.length, guests: guests.length }
})

/**
 * Agent: reads a pool and stores what it found, or why it could not.
 * @throws AppError
 */
export async function readConnectedPool(
  deps: Deps,
  id: string,
  signal: AbortSignal,
): Promise<PoolInventory> {
  try {
    const options = await optionsOfPool(deps, id)
    const inventory = await withPool(options, (opened) => readXapi(opened, { signal }))
    await storeInventory(deps, id, inventory)
    await noteMembers(deps, id, inventory, signal)
    return inventory
  } catch (error) {
    signal.throwIfAborted()
    throw await notePoolTrouble(deps, id, error)
  }
}

/** Agent: reads a pool again after a job has changed it, so that its page agrees; the job is done either way. */
export async function readPoolAfter(
  what: string,
  { deps, signal }: Pick<JobContext<unknown>, 'deps' | 'signal'>,
  id: string,
): Promise<void> {
  await readConnectedPool(deps, id, signal).catch((err) =>
    deps.log.warn({ err }, `the pool could not be read after ${what}`),
  )
}
