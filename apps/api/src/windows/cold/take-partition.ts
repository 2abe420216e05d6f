import type { Session, Tx } from '../../db.ts'

const TAKE_LOCK = 0x57e1c01d

/**
 * Nobody turns windows cold until the session ends. A backup needs it: the rows that it sees stay as they
 * were at one moment, but a dropped partition is gone at once, and its files are not among those of that
 * moment.
 */
export async function keepPartitions(session: Session): Promise<void> {
  await session.query('SELECT pg_advisory_lock_shared($1)', [TAKE_LOCK])
}

/** Whether partitions may be dropped for their files; if so, until the transaction ends. */
export async function mayTakePartition(tx: Tx): Promise<boolean> {
  const [lock] = await tx.$queryRaw<[{ ours: boolean }]>`
    SELECT pg_try_advisory_xact_lock(${TAKE_LOCK}) AS "ours"`
  return lock.ours
}
