import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockPool } from '../pools/pool-row.ts'
import { giveMoveJob, loadMove, type MoveRow } from './move-row.ts'
import { moveGuestKind } from './pool-moves.kind.ts'

/**
 * Has the agent look again where a guest is. Nothing moves: what had begun is only found out.
 * @throws AppError `pool-not-found`, `move-not-found`, `move-known`
 */
export async function lookAgain(
  deps: Deps,
  actor: Actor,
  { id: poolId, moveId }: { id: string; moveId: string },
): Promise<{ move: MoveRow; job: JobModel }> {
  requireEverywhere(actor.principal, 'plans:apply')
  return deps.db.$transaction(async (tx) => {
    const { name } = await lockPool(tx, poolId)
    const move = await loadMove(tx, moveId, poolId)
    if (move.state !== 'unknown')
      throw conflict('move-known', 'What came of this move is known, or it has not ended yet.')
    // Where the move failed before it was begun, it is not begun by this either.
    const begunAt = move.begunAt ?? new Date()
    const data = { state: 'moving', begunAt, endedAt: null }
    await tx.poolMove.update({ where: { id: moveId }, data })
    const target = { kind: 'pool', id: poolId, name }
    await audit(tx, actor, { action: 'pool.find-guest', target, detail: { moveId } })
    return giveMoveJob(deps, tx, move, moveGuestKind, actor.principal.userId)
  })
}
