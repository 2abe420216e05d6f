import {
  findGuest,
  type GuestWhereabouts,
  keepStoredWeight,
  moveGuest as moveInXapi,
  readStoredWeight,
  type TaskOutcome,
  withPool,
  type XapiPool,
} from '@steelyard/xapi'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { requireOwnJob } from '../../jobs/hold-own-job.ts'
import { optionsOfPool } from '../../pools/agent/connected-pool.ts'
import { readPoolAfter } from '../../pools/agent/read-pool.ts'
import { loadMove, type MoveRow, moveParts } from '../move-row.ts'
import { moveGuestKind } from '../pool-moves.kind.ts'
import { moveFound } from '../stored-move.ts'
import { type MoveEnd, settleMove } from './settle-move.ts'

/**
 * Agent: moves a guest and finds out where it is afterwards. That it may have begun is stored before
 * XAPI is asked, so whoever takes over from a killed agent only looks.
 */
export const moveGuest = handleJob(moveGuestKind, async (job) => {
  const move = await loadMove(job.deps.db, job.payload.moveId)
  if (move.state !== 'moving') return { state: move.state }
  const end = await endOf(job, move)
  const state = await job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    return settleMove(tx, move, end)
  })
  await readPoolAfter('a move', job, move.poolId)
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
      unit: null,
      message: null,
    })
  tell(null)
  try {
    return await withPool(await optionsOfPool(job.deps, move.poolId), async (pool) => {
      if (move.begunAt !== null) return look(pool, move)
      const begun = await begin(job, pool, move)
      const moved = await moveInXapi(pool, move, {
        signal: job.signal,
        onProgress: ({ share }) => tell(share),
      })
      if (moved.outcome === 'refused') return { kind: 'refused', refusals: moved.refusals }
      return ended(pool, begun, moved.whereabouts, moved.task)
    })
  } catch (error) {
    // The connection is gone, not the guest: what came of it is unknown until somebody looks.
    job.deps.log.warn({ err: error }, 'a move ended without an answer')
    return { kind: 'unanswered', error }
  }
}

/** A weight that was stored since the plan is kept as well, so what stands there is read again. */
async function begin(job: Context, pool: XapiPool, move: MoveRow): Promise<MoveRow> {
  const planned = moveFound.readIfAny(move.found)
  // Where XAPI does not say, it refuses the move as well, or the weight of the plan is kept.
  const stored = await readStoredWeight(pool, { uuid: move.guestUuid }).catch(() => null)
  const found = planned && stored && { found: moveFound.write({ ...planned, stored }) }
  return job.deps.db.poolMove.update({
    where: { id: move.id },
    data: { begunAt: new Date(), ...found },
    ...moveParts,
  })
}

async function look(pool: XapiPool, move: MoveRow): Promise<MoveEnd> {
  const between = [move.fromHostUuid, move.toHostUuid] as const
  return ended(pool, move, await findGuest(pool, move.guestUuid, between), null)
}

async function ended(
  pool: XapiPool,
  move: MoveRow,
  whereabouts: GuestWhereabouts,
  task: TaskOutcome | null,
): Promise<MoveEnd> {
  const stored = moveFound.readIfAny(move.found)?.stored ?? null
  const hasDomain = whereabouts.where === 'there' || whereabouts.where === 'here'
  const guest = { uuid: move.guestUuid }
  const keptWeight = stored && hasDomain ? await keepStoredWeight(pool, guest, stored) : null
  return { kind: 'found', whereabouts, task, keptWeight }
}
