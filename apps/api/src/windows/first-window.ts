import type { Db, Tx } from '../db.ts'
import { firstCold, type WantedWindows } from './cold/cold-times.ts'

/** When the first window of the range begins, in the database or in a file; null where there is none. */
export async function firstWindow(db: Db | Tx, wanted: WantedWindows): Promise<Date | null> {
  const { hostId, seconds, from, to } = wanted
  const row = await db.watchWindow.findFirst({
    where: { hostId, seconds, windowStart: { gte: from, lt: to } },
    orderBy: { windowStart: 'asc' },
    select: { windowStart: true },
  })
  const oldest = row?.windowStart ?? null
  return (await firstCold(db, { ...wanted, to: oldest ?? to })) ?? oldest
}
