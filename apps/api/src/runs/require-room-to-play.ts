import type { Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { unfinished } from '../queue/job-row.ts'
import { playRunKind } from './play-run.kind.ts'

/** As many as somebody compares at a time. All people's wait in one queue, and each takes minutes. */
const MOST_UNFINISHED = 3

/**
 * Within the transaction that has the twin play for somebody. What the system has it play by itself
 * does not count.
 * @throws AppError `too-many-runs`
 */
export async function requireRoomToPlay(tx: Tx, userId: string | null): Promise<void> {
  // Held, so that requests that come at once count each other.
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
  const count = await tx.job.count({
    where: { kind: playRunKind.kind, createdById: userId, ...unfinished },
  })
  if (count < MOST_UNFINISHED) return
  throw conflict(
    'too-many-runs',
    `You have ${count} runs of the twin that have not ended. Wait for one of them, or cancel one.`,
  )
}
