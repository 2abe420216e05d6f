import { checkMove as checkXapi, readStoredWeight, withPool } from '@steelyard/xapi'
import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { holdOwnJob } from '../../jobs/hold-own-job.ts'
import { optionsOfPool } from '../../pools/agent/connected-pool.ts'
import { poolTrouble } from '../../pools/agent/pool-trouble.ts'
import { loadMove } from '../move-row.ts'
import { checkMoveKind } from '../pool-moves.kind.ts'
import { MOVE_VERSION, moveFound } from '../stored-move.ts'

/** Agent: asks XAPI whether it would move a guest, and what it stores of its weight. */
export const checkMove = handleJob(checkMoveKind, async (job) => {
  const { deps, payload, signal } = job
  const move = await loadMove(deps.db, payload.moveId)
  if (move.state !== 'checking') return undefined
  const guest = { uuid: move.guestUuid }
  job.progress({ stage: 'Asking XAPI', done: null, total: null, unit: null, message: null })
  try {
    const found = await withPool(await optionsOfPool(deps, move.poolId), async (pool) => {
      const { refusals } = await checkXapi(pool, move, { signal })
      const isKnown = refusals.every(({ code }) => code !== 'guest-unknown')
      return { refusals, stored: isKnown ? await readStoredWeight(pool, guest, { signal }) : null }
    })
    const state = found.refusals.length > 0 ? 'refused' : 'planned'
    await deps.db.$transaction(async (tx) => {
      await holdOwnJob(tx, job)
      await tx.poolMove.update({
        where: { id: move.id },
        data: {
          state,
          found: moveFound.write({ version: MOVE_VERSION, ...found }),
          plannedAt: new Date(),
        },
      })
    })
    return { state }
  } catch (error) {
    signal.throwIfAborted()
    const trouble = poolTrouble(error)
    if (trouble instanceof AppError) {
      const data = { state: 'refused', problem: toTrouble(trouble) }
      await deps.db.poolMove.updateMany({ where: { id: move.id, state: 'checking' }, data })
    }
    throw trouble
  }
})
