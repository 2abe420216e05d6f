import { type Db, Prisma, type Tx } from '../db.ts'
import { type Level, startOfWindow } from './levels.ts'

/** Names must differ and be found again: the start of the partition in seconds since the epoch. */
const nameOf = ({ table }: Level, startSeconds: number) => `${table}_${startSeconds}`

/** Partitions have a schema of their own; see the migration. */
const quoted = (table: string) => `"partitions"."${table}"`

/** The partitions that this process has made or found, by their names. */
const known = new WeakMap<Db, Set<string>>()

/**
 * Makes sure that there is a partition for windows of that time. To make one locks the tables of
 * windows and hosts for a moment, so it has a transaction of its own, and takes its locks in the
 * order in which deleting a host does.
 */
export async function ensurePartition(db: Db, level: Level, epochSeconds: number): Promise<void> {
  const startSeconds = startOfWindow(epochSeconds, level.partitionSeconds)
  const name = nameOf(level, startSeconds)
  const names = known.get(db) ?? new Set()
  known.set(db, names)
  if (names.has(name)) return
  if (!(await startsOf(db, level)).includes(startSeconds)) {
    const [from, to] = [startSeconds, startSeconds + level.partitionSeconds].map(
      (seconds) => `'${new Date(seconds * 1000).toISOString()}'`,
    )
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Host" IN SHARE ROW EXCLUSIVE MODE`
      await tx.$executeRaw`${Prisma.raw(
        `CREATE TABLE IF NOT EXISTS ${quoted(name)} PARTITION OF ${quoted(level.table)} FOR VALUES FROM (${from}) TO (${to})`,
      )}`
    })
  }
  names.add(name)
}

/** Drops the partitions all of whose windows are older than that. */
export async function dropPartitions(db: Db, level: Level, beforeSeconds: number): Promise<void> {
  for (const startSeconds of await startsOf(db, level)) {
    if (startSeconds + level.partitionSeconds > beforeSeconds) continue
    const name = nameOf(level, startSeconds)
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Host" IN SHARE ROW EXCLUSIVE MODE`
      await tx.$executeRaw`${Prisma.raw(`DROP TABLE IF EXISTS ${quoted(name)}`)}`
    })
    known.get(db)?.delete(name)
  }
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
