import type { Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { unfinished } from '../queue/job-row.ts'
import { playRunKind } from './play-run.kind.ts'

/** As many as a person compares at a time. All runs wait in one queue, and each takes minutes. */
const MOST_UNFINISHED = 3

/**
 * Limits the unfinished runs per person, within the transaction that starts a run. Runs that the
 * system starts by itself do not count.
 * @throws AppError `too-many-runs`
 */
export async function requireRoomToPlay(tx: Tx, userId: string | null): Promise<void> {
  // Locked, so that simultaneous requests count each other.
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
  const count = await tx.job.count({
    where: { kind: playRunKind.kind, createdById: userId, ...unfinished },
  })
  if (count < MOST_UNFINISHED) return
  throw conflict(
    'too-many-runs',
    `You have ${count} simulations that have not ended. Wait for one of them, or cancel one.`,
  )
}
