import type { Deps } from '../../deps.ts'
import { giveMoveJob, loadMove } from '../move-row.ts'
import { moveGuestKind } from '../pool-moves.kind.ts'
import { settleMove } from './settle-move.ts'

/**
 * Agent: settles moves whose job has ended without doing so. What never began leaves the guest where
 * it is; for the others a new job looks where it is.
 */
export async function settleLostMoves(deps: Deps): Promise<void> {
  const lost = await deps.db.poolMove.findMany({
    where: { state: 'moving', job: { state: { in: ['failed', 'cancelled'] } } },
    select: { id: true, jobId: true },
  })
  for (const move of lost) {
    const settled = deps.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "PoolMove" WHERE "id" = ${move.id}::uuid FOR UPDATE`
      const now = await loadMove(tx, move.id)
      if (now.state !== 'moving' || now.jobId !== move.jobId) return
      if (now.begunAt === null) await settleMove(tx, now, { kind: 'never-begun' })
      else await giveMoveJob(deps, tx, now, moveGuestKind, now.startedById)
    })
    // What fails about one move must not keep the others waiting.
    await settled.catch((err) =>
      deps.log.error({ err, moveId: move.id }, 'a lost move was not settled'),
    )
  }
}
