import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockPool } from '../pools/pool-row.ts'
import { giveMoveJob, type MoveRow } from './move-row.ts'
import { type MoveWish, openMove } from './open-move.ts'
import { checkMoveKind } from './pool-moves.kind.ts'

/**
 * Stores the wish and has the agent ask whether the guest can be moved.
 * @throws AppError `pool-not-found`, and as `openMove` does
 */
export async function planMove(
  deps: Deps,
  actor: Actor,
  poolId: string,
  wish: MoveWish,
): Promise<{ move: MoveRow; job: JobModel }> {
  requireEverywhere(actor.principal, 'plans:write')
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, poolId)
    const { userId: createdById, name: createdBy } = actor.principal
    const move = await openMove(tx, actor, pool, wish, { createdById, createdBy })
    return giveMoveJob(deps, tx, move, checkMoveKind, createdById)
  })
}
