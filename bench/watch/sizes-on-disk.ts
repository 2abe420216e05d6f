import type pg from 'pg'

const DAY_SECONDS = 86_400
/** How long windows of each length are kept by default. */
const LEVELS = [
  { seconds: 10, table: 'WatchWindow_10s', days: 7 },
  { seconds: 60, table: 'WatchWindow_1m', days: 90 },
  { seconds: 3600, table: 'WatchWindow_1h', days: 730 },
]

export interface LevelSize {
  windowSeconds: number
  days: number
  /** On the disk, with the index and whatever is not full. Null where no such window was written. */
  bytesPerRow: number | null
  /** Of all hosts. */
  bytesPerDay: number | null
}

/** How large the windows of each length are, and what becomes of that in a day. */
export async function sizesOnDisk(client: pg.Client, hosts: number): Promise<LevelSize[]> {
  const sizes: LevelSize[] = []
  for (const { seconds, table, days } of LEVELS) {
    const { rows } = await client.query<{ rows: number; bytes: number }>(
      `select (select count(*)::int from "${table}") as "rows",
              coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as "bytes"
         from pg_partition_tree($1::regclass) where isleaf`,
      [`"${table}"`],
    )
    const { rows: count, bytes } = rows[0]!
    const bytesPerRow = count > 0 ? bytes / count : null
    const bytesPerDay = bytesPerRow && hosts * (DAY_SECONDS / seconds) * bytesPerRow
    sizes.push({ windowSeconds: seconds, days, bytesPerRow, bytesPerDay })
  }
  return sizes
}
