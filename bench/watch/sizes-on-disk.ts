import type pg from 'pg'

const DAY_SECONDS = 86_400
/** How long windows of each length are kept by default. */
const LEVELS = [
  { seconds: 10, days: 7 },
  { seconds: 60, days: 90 },
  { seconds: 3600, days: 730 },
]
/** A pointer in the page, and an entry of the index, whose pages are about two thirds full. */
const BYTES_AROUND_ROW = 60

interface LevelSize {
  windowSeconds: number
  days: number
  /** Null where no such window was written. */
  bytesPerRow: number | null
  /** Of all hosts. */
  bytesPerDay: number | null
}

/**
 * How large the windows of each length are, and what becomes of that in a day. The files themselves
 * say too much as long as they are small, because each begins with room for more.
 */
export async function sizesOnDisk(client: pg.Client, hosts: number): Promise<LevelSize[]> {
  const { rows } = await client.query<{ seconds: number; bytes: number }>(
    `select "seconds", avg(pg_column_size(w.*))::float8 as "bytes"
       from "WatchWindow" w group by "seconds"`,
  )
  return LEVELS.map(({ seconds, days }) => {
    const row = rows.find((each) => each.seconds === seconds)
    const bytesPerRow = row ? row.bytes + BYTES_AROUND_ROW : null
    const bytesPerDay = bytesPerRow && hosts * (DAY_SECONDS / seconds) * bytesPerRow
    return { windowSeconds: seconds, days, bytesPerRow, bytesPerDay }
  })
}
