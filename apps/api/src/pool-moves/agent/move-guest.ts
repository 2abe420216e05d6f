import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { requireOwnJob } from '../../jobs/hold-own-job.ts'
import { loadMove, type MoveRow, moveParts } from '../move-row.ts'
import { moveGuestKind } from '../pool-moves.kind.ts'
import { type FoundGuest, moveFound } from '../stored-move.ts'
import type { Mover } from './mover.ts'
import { type MoveEnd, settleMove } from './settle-move.ts'
import { readAfterMove, withMover } from './with-mover.ts'

/**
 * Agent: moves a guest and finds out where it is afterwards. That it may have begun is stored before
 * anybody is asked to, so whoever takes over from a killed agent only looks.
 */
export const moveGuest = handleJob(moveGuestKind, async (job) => {
  const move = await loadMove(job.deps.db, job.payload.moveId)
  if (move.state !== 'moving') return { state: move.state }
  const end = await endOf(job, move)
  const state = await job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    return settleMove(tx, move, end)
  })
  await readAfterMove(job, move)
  return { state }
})

type Context = JobContext<{ moveId: string }>

async function endOf(job: Context, move: MoveRow): Promise<MoveEnd> {
  const stage = move.begunAt ? `Looking for ${move.guestName}` : `Moving ${move.guestName}`
  const tell = (share: number | null) =>
    job.progress({
      stage,
      done: share === null ? null : Math.round(100 * share),
      total: share === null ? null : 100,
    })
  tell(null)
  try {
    return await withMover(job, move, async (mover) => {
      if (move.begunAt !== null) return ended(mover, move, await mover.find())
      const begun = await begin(job, mover, move)
      const { outcome, ...moved } = await mover.move(tell)
      if ('refusals' in moved) return { kind: 'refused', found: moved }
      return ended(mover, begun, moved)
    })
  } catch (error) {
    // The connection is gone, not the guest: what came of it is unknown until somebody looks.
    job.deps.log.warn({ err: error }, 'a move ended without an answer')
    return { kind: 'unanswered', error }
  }
}

/** A weight that was set since the plan is kept as well, so it is read again. */
async function begin(job: Context, mover: Mover, move: MoveRow): Promise<MoveRow> {
  const planned = moveFound.readIfAny(move.found)
  const stored = await mover.readWeight()
  const found = planned && stored && { found: moveFound.write({ ...planned, stored }) }
  return job.deps.db.poolMove.update({
    where: { id: move.id },
    data: { begunAt: new Date(), ...found },
    ...moveParts,
  })
}

async function ended(mover: Mover, move: MoveRow, found: FoundGuest): Promise<MoveEnd> {
  const stored = moveFound.readIfAny(move.found)?.stored ?? null
  const { where } = found.whereabouts
  const hasDomain = where === 'there' || where === 'here'
  const keptWeight = stored && hasDomain ? await mover.keepWeight(stored, where) : null
  return { kind: 'found', found, keptWeight }
}
