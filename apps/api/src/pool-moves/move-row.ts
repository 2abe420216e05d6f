import type { Actor } from '../access/actor.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import type { checkMoveKind, moveGuestKind } from './pool-moves.kind.ts'

export const moveParts = {
  include: { creator: { select: { behindIds: true } }, pool: { select: { kind: true } } },
} satisfies Prisma.PoolMoveDefaultArgs

export type MoveRow = Prisma.PoolMoveGetPayload<typeof moveParts>

/** @throws AppError `move-not-found` */
export async function loadMove(db: Db | Tx, id: string, poolId?: string): Promise<MoveRow> {
  const row = await db.poolMove.findFirst({
    where: { id, ...(poolId ? { poolId } : {}) },
    ...moveParts,
  })
  if (!row) throw notFound('move')
  return row
}

/** What the audit trail says of a move. */
export function auditedMove(move: MoveRow): Record<string, string> {
  const { id: moveId, guestName: guest, fromHostName: from, toHostName: to, undoesId } = move
  return { moveId, guest, from, to, ...(undoesId === null ? {} : { undoes: undoesId }) }
}

/** Has the agent work on a move, in the transaction of the change that asks for it. */
export async function giveMoveJob(
  deps: Deps,
  tx: Tx,
  { id, poolId }: MoveRow,
  kind: typeof checkMoveKind | typeof moveGuestKind,
  createdById: Actor['principal']['userId'],
): Promise<{ move: MoveRow; job: JobModel }> {
  const job = await deps.queue.enqueue(
    tx,
    kind,
    { moveId: id },
    { subject: { kind: 'pool', id: poolId }, createdById },
  )
  const move = await tx.poolMove.update({ where: { id }, data: { jobId: job.id }, ...moveParts })
  return { move, job }
}
