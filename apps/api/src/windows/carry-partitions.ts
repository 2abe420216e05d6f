import type { Session } from '../db.ts'
import { LEVELS } from './levels.ts'

/** A table of windows of one length and one span of time. */
export interface Partition {
  table: string
  startSeconds: number
  partitionSeconds: number
}

/** @returns each with its name as SQL wants it */
export async function partitionsOf(session: Session): Promise<(Partition & { name: string })[]> {
  const { rows } = await session.query(
    `SELECT child.oid::regclass::text AS name, parent.relname AS "table",
            substr(child.relname, length(parent.relname) + 2)::float8 AS "startSeconds"
       FROM pg_inherits
       JOIN pg_class parent ON parent.oid = inhparent
       JOIN pg_class child ON child.oid = inhrelid
      WHERE parent.relname = ANY($1) AND child.relkind = 'r' ORDER BY 2, 3`,
    [LEVELS.map(({ table }) => table)],
  )
  return (rows as { name: string; table: string; startSeconds: number }[]).map((row) => ({
    ...row,
    partitionSeconds: LEVELS.find(({ table }) => table === row.table)!.partitionSeconds,
  }))
}

export async function makePartitions(session: Session, partitions: Partition[]): Promise<void> {
  for (const { table, startSeconds, partitionSeconds } of partitions)
    await session.query('SELECT make_partition($1, $2::bigint, $3::integer)', [
      table,
      startSeconds,
      partitionSeconds,
    ])
}
