import type { Tx } from '../../db.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { holdOwnJob } from '../../jobs/hold-own-job.ts'
import { loadMove, type MoveRow, moveParts } from '../move-row.ts'
import { checkMoveKind } from '../pool-moves.kind.ts'
import { MOVE_VERSION, moveFound } from '../stored-move.ts'
import { tellEnd } from './settle-move.ts'
import { moveTrouble, withMover } from './with-mover.ts'

/** Agent: asks XAPI, or both hosts over SSH, whether a guest can be moved, and what its weight is. */
export const checkMove = handleJob(checkMoveKind, async (job) => {
  const { deps, payload, signal } = job
  const move = await loadMove(deps.db, payload.moveId)
  if (move.state !== 'checking') return undefined
  try {
    const found = await withMover(job, move, (mover) => {
      job.progress({ stage: `Asking ${mover.asks}` })
      return mover.check()
    })
    const state = found.refusals.length > 0 ? 'refused' : 'planned'
    await deps.db.$transaction(async (tx) => {
      await holdOwnJob(tx, job)
      const checked = await tx.poolMove.update({
        where: { id: move.id },
        data: {
          state,
          found: moveFound.write({ version: MOVE_VERSION, ...found }),
          plannedAt: new Date(),
        },
        ...moveParts,
      })
      await tellNotUndone(tx, checked)
    })
    return { state }
  } catch (error) {
    signal.throwIfAborted()
    const trouble = moveTrouble(error)
    if (trouble instanceof AppError) {
      const data = { state: 'refused', problem: toTrouble(trouble) }
      const where = { id: move.id, state: 'checking' }
      await deps.db.$transaction(async (tx) => {
        for (const refused of await tx.poolMove.updateManyAndReturn({ where, data, ...moveParts }))
          await tellNotUndone(tx, refused)
      })
    }
    throw trouble
  }
})

/** Nobody looks at a move that was planned by itself. */
async function tellNotUndone(tx: Tx, move: MoveRow): Promise<void> {
  if (move.state === 'refused' && move.undoesId !== null) await tellEnd(tx, move)
}
