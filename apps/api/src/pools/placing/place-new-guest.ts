import type { GuestPlacement, placeGuest } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { z } from 'zod'
import type { Db } from '../../db.ts'
import { conflict, invalid } from '../../errors.ts'
import { loadPool } from '../pool-row.ts'
import { refuseUnlessXapi } from '../refuse-unless-xapi.ts'
import { poolInventory } from '../stored-pool.ts'
import { readKnownPool } from './known-pool.ts'
import { rankHosts } from './rank-hosts.ts'

const MIB = 1024 ** 2

/** @throws AppError `pool-not-found`, `not-xapi`, `not-read`, and for storage and guests that the pool does not have */
export async function placeNewGuest(
  db: Db,
  { id, wanted }: { id: string; wanted: z.output<NonNullable<typeof placeGuest.body>> },
): Promise<GuestPlacement> {
  const pool = await loadPool(db, id)
  refuseUnlessXapi(pool)
  const inventory = poolInventory.readIfAny(pool.inventory)
  if (!inventory) throw conflict('not-read', 'This pool was not read yet. Connect it first.')
  const { memoryMiB, vCpus, usePCpus = vCpus, storageUuids, apartFrom } = wanted
  const has = (known: readonly { uuid: string }[], each: string) =>
    known.some(({ uuid }) => uuid === each)
  if (!storageUuids.every((each) => has(inventory.storage, each)))
    throw invalid('body.storageUuids', 'The pool has no such storage.')
  if (!apartFrom.every((each) => has(inventory.guests, each)))
    throw invalid('body.apartFrom', 'The pool has no such guest.')
  const ranked = rankHosts(await readKnownPool(db, id, inventory), {
    uuid: null,
    memoryBytes: memoryMiB * MIB,
    usePCpus,
    storageUuids,
    cpuFeatures: null,
    apartFrom,
  })
  return {
    readAt: pool.inventoryAt?.toISOString() ?? null,
    hosts: ranked.map(({ host, idlePCpus, refusal }) => ({
      uuid: host.uuid,
      name: host.name,
      suits: refusal === null,
      idlePCpus,
      reason: refusal && words.pools.placeRefusal(refusal, host.name),
    })),
  }
}
