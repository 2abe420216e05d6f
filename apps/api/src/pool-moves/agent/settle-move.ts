import type { PoolMoveState } from '@steelyard/contract'
import type { GuestWhereabouts, KeptWeight, MoveRefusal, TaskOutcome } from '@steelyard/xapi'
import type { Prisma, Tx } from '../../db.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { notify } from '../../notifications/notify.ts'
import { poolTrouble } from '../../pools/agent/pool-trouble.ts'
import type { MoveRow } from '../move-row.ts'
import { outcomeOf } from '../present-move.ts'
import { MOVE_VERSION, moveFound, moveResult } from '../stored-move.ts'

/** How a move ended, as far as anybody can tell. */
export type MoveEnd =
  | { kind: 'refused'; refusals: MoveRefusal[] }
  | { kind: 'unanswered'; error: unknown }
  | {
      kind: 'found'
      whereabouts: GuestWhereabouts
      task: TaskOutcome | null
      keptWeight: KeptWeight | null
    }

const STATE_OF: Record<GuestWhereabouts['where'], PoolMoveState> = {
  here: 'stayed',
  there: 'moved',
  both: 'both',
  neither: 'neither',
  unknown: 'unknown',
}

/** Stores what came of a move and tells whoever wants to know. Unknown ends keep both hosts locked. */
export async function settleMove(tx: Tx, move: MoveRow, end: MoveEnd): Promise<PoolMoveState> {
  const state =
    end.kind === 'refused'
      ? 'refused'
      : end.kind === 'found'
        ? STATE_OF[end.whereabouts.where]
        : 'unknown'
  const data = { ...partsOf(move, end), state, endedAt: new Date() }
  const settled = await tx.poolMove.update({ where: { id: move.id }, data })
  if (state !== 'unknown') await tx.movingHost.deleteMany({ where: { moveId: move.id } })
  const { guestName: guest, fromHostName: from, toHostName: to } = move
  const isMoved = state === 'moved'
  await notify(tx, {
    event: isMoved ? 'change-applied' : 'change-failed',
    hostId: null,
    title: isMoved ? `${guest} was moved from ${from} to ${to}` : `${guest} was not moved to ${to}`,
    text: outcomeOf(settled, { guest, from, to }) ?? 'XAPI refuses this move now. Plan it again.',
    path: `/pools/${move.poolId}`,
    detail: { moveId: move.id, state },
  })
  return state
}

function partsOf(move: MoveRow, end: MoveEnd): Prisma.PoolMoveUpdateInput {
  if (end.kind === 'refused') {
    const stored = moveFound.readIfAny(move.found)?.stored ?? null
    return { found: moveFound.write({ version: MOVE_VERSION, refusals: end.refusals, stored }) }
  }
  if (end.kind === 'unanswered') {
    const trouble = poolTrouble(end.error)
    return trouble instanceof AppError ? { problem: toTrouble(trouble) } : {}
  }
  const { kind: _, ...found } = end
  return { result: moveResult.write({ version: MOVE_VERSION, ...found }) }
}
