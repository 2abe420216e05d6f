import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { refuseSamePerson, refuseUnplanned } from '../pools/pool-plan.ts'
import { lockPool } from '../pools/pool-row.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import { beginMove, MOVE_ACTION } from './begin-move.ts'
import { loadMove, type MoveRow } from './move-row.ts'

/**
 * Locks both hosts and has the agent move the guest.
 * @throws AppError `pool-not-found`, `move-not-found`, as `confirmPerson` does, `person-needed`,
 *   `own-plan`, `not-planned`, `plan-expired`, and as `beginMove` does
 */
export async function startMove(
  deps: Deps,
  actor: Actor,
  { id: poolId, moveId }: { id: string; moveId: string },
  { proof, backIfWorse }: { proof: Proof; backIfWorse: boolean },
): Promise<{ move: MoveRow; job: JobModel }> {
  const { principal } = actor
  requireEverywhere(principal, 'plans:apply')
  const { guestName } = await loadMove(deps.db, moveId, poolId)
  const target = { kind: 'pool', id: poolId, name: guestName }
  await confirmPerson(deps, actor, proof, { action: MOVE_ACTION, target })
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, poolId)
    const move = await loadMove(tx, moveId, poolId)
    refuseUnplanned(move)
    await refuseSamePerson(tx, move, principal)
    const { userId: startedById, name: startedBy } = principal
    return beginMove(deps, tx, actor, pool, move, { startedById, startedBy, backIfWorse })
  })
}
