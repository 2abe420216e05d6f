import type { PoolInventory } from '@steelyard/xapi'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'
import { MINUTE_MS } from '../milliseconds.ts'

const VERSION = 1
type StoredPool = PoolInventory & { version: typeof VERSION }

/** `Pool.inventory`: what was last read of a pool. */
export const poolInventory = jsonColumn<StoredPool>(
  'the last reading of a pool',
  z.looseObject({
    version: z.literal(VERSION),
    pool: z.looseObject({ uuid: z.string(), name: z.string(), coordinatorUuid: z.string() }),
    hosts: z.array(z.looseObject({ uuid: z.string(), name: z.string(), address: z.string() })),
    guests: z.array(z.looseObject({ uuid: z.string(), name: z.string(), vCpus: z.number() })),
    storage: z.array(z.looseObject({ uuid: z.string(), hostUuids: z.array(z.string()) })),
    groups: z.array(z.looseObject({ uuid: z.string(), guestUuids: z.array(z.string()) })),
    doubts: z.array(z.looseObject({ code: z.string() })),
  }),
)

export function asStored(inventory: PoolInventory): StoredPool {
  return { ...inventory, version: VERSION }
}

/** It is read every ten minutes at least. What is older says nothing of free memory, or of who is where. */
const OLDEST_MS = 15 * MINUTE_MS

export function isOldInventory(inventoryAt: Date | null, now = new Date()): boolean {
  return now.getTime() - (inventoryAt?.getTime() ?? 0) > OLDEST_MS
}
