import type { Db, Tx } from '../db.ts'
import { type Level, startOfWindow } from './levels.ts'

/** As the database names them: by the start of the partition, in seconds since the epoch. */
const nameOf = ({ table }: Level, startSeconds: number) => `${table}_${startSeconds}`

/** The partitions that this process has made or found, by their names. */
const known = new WeakMap<Db, Set<string>>()

/** Makes sure that there is a partition for windows of that time, in a transaction of its own. */
export async function ensurePartition(db: Db, level: Level, epochSeconds: number): Promise<void> {
  const startSeconds = startOfWindow(epochSeconds, level.partitionSeconds)
  const name = nameOf(level, startSeconds)
  const names = known.get(db) ?? new Set()
  known.set(db, names)
  if (names.has(name)) return
  if (!(await startsOf(db, level)).includes(startSeconds)) {
    const { table, partitionSeconds } = level
    await db.$executeRaw`SELECT make_partition(${table}, ${startSeconds}::bigint, ${partitionSeconds}::integer)`
  }
  names.add(name)
}

/** Drops the partitions all of whose windows are older than that. */
export async function dropPartitions(db: Db, level: Level, beforeSeconds: number): Promise<void> {
  for (const startSeconds of await partitionsBefore(db, level, beforeSeconds))
    await dropPartition(db, level, startSeconds)
}

/** The starts of the partitions all of whose windows are older than that, in seconds since the epoch. */
export async function partitionsBefore(
  db: Db,
  level: Level,
  beforeSeconds: number,
): Promise<number[]> {
  const starts = await startsOf(db, level)
  return starts.filter((startSeconds) => startSeconds + level.partitionSeconds <= beforeSeconds)
}

/** @param tx of that database; without it in a transaction of its own */
export async function dropPartition(
  db: Db,
  level: Level,
  startSeconds: number,
  tx: Db | Tx = db,
): Promise<void> {
  await tx.$executeRaw`SELECT drop_partition(${level.table}, ${startSeconds}::bigint)`
  known.get(db)?.delete(nameOf(level, startSeconds))
}

/** When the partitions of a level begin, in seconds since the epoch. */
async function startsOf(db: Db | Tx, { table }: Level): Promise<number[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT child.relname AS "name"
      FROM pg_inherits
      JOIN pg_class parent ON parent.oid = inhparent
      JOIN pg_class child ON child.oid = inhrelid
     WHERE parent.relname = ${table}`
  return rows.map(({ name }) => Number(name.slice(table.length + 1)))
}
