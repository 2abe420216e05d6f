import type { Tx } from '../db.ts'
import type { Sample } from './sample.ts'

/** How much the files take that hold old windows of watched hosts. */
export async function readColdBytes(tx: Tx): Promise<Sample[]> {
  const [row] = await tx.$queryRaw<[{ bytes: number }]>`
    SELECT coalesce(sum("bytes"), 0)::float8 AS "bytes" FROM "ColdWindows"`
  return [{ labels: {}, value: row.bytes }]
}
