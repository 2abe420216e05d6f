import { type PoolInventory, probeCertificate, readPool as readXapi } from '@steelyard/xapi'
import { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { readPoolKind } from '../pool-jobs.kind.ts'
import { asStored, poolInventory } from '../stored-pool.ts'
import { withConnectedPool } from './connected-pool.ts'
import { poolTrouble, resolveBy } from './pool-trouble.ts'

/** Agent: reads what a pool holds, and which certificates its members show. */
export const readPool = handleJob(readPoolKind, async ({ payload, deps, signal, progress }) => {
  progress({ stage: 'Reading the pool', done: null, total: null, unit: null, message: null })
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
    const { inventory, port } = await withConnectedPool(deps, id, async (opened, port) => ({
      inventory: await readXapi(opened, { signal }),
      port,
    }))
    await deps.db.pool.update({
      where: { id },
      data: {
        state: 'connected',
        problem: Prisma.DbNull,
        inventory: poolInventory.write(asStored(inventory)),
        inventoryAt: new Date(inventory.readAt),
      },
    })
    await noteMembers(deps, { id, port }, inventory, signal)
    return inventory
  } catch (error) {
    signal.throwIfAborted()
    const trouble = poolTrouble(error)
    if (trouble instanceof AppError) {
      const data = { state: 'failing', problem: toTrouble(trouble) }
      await deps.db.pool.updateMany({ where: { id }, data })
    }
    throw trouble
  }
}

/** Whoever becomes coordinator is followed only if a person has confirmed its certificate before. */
async function noteMembers(
  deps: Deps,
  { id, port }: { id: string; port: number },
  { hosts }: PoolInventory,
  signal: AbortSignal,
): Promise<void> {
  for (const { address, isLive } of hosts) {
    if (address === '' || !isLive) continue
    const shown = await probeCertificate(
      { address, port },
      { resolve: resolveBy(deps), seconds: 5, signal },
    ).catch(() => null)
    const offeredFingerprint = shown?.fingerprint ?? null
    await deps.db.poolMember.upsert({
      where: { poolId_address: { poolId: id, address } },
      create: { poolId: id, address, offeredFingerprint },
      update: { offeredFingerprint },
    })
  }
}
