import type { PoolMoveState, Trouble } from '@steelyard/contract'
import { type FollowedMove, words } from '@steelyard/words'
import type { GuestWhereabouts, KeptWeight } from '@steelyard/xapi'
import type { Prisma, Tx } from '../../db.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { notify } from '../../notifications/notify.ts'
import { noteMove, watchedHostsOf } from '../journal-of-move.ts'
import { type MoveRow, moveParts } from '../move-row.ts'
import { namesOf, outcomeOf } from '../present-move.ts'
import {
  type FoundGuest,
  type FoundRefusals,
  MOVE_VERSION,
  moveFound,
  moveResult,
} from '../stored-move.ts'
import { carryTargets } from './carry-targets.ts'
import { moveTrouble } from './with-mover.ts'

/** How a move ended, as far as anybody can tell. */
export type MoveEnd =
  | { kind: 'refused'; found: FoundRefusals }
  | { kind: 'never-begun' }
  | { kind: 'unanswered'; error: unknown }
  | { kind: 'found'; found: FoundGuest; keptWeight: KeptWeight | null }

const STATE_OF: Record<GuestWhereabouts['where'], PoolMoveState> = {
  here: 'stayed',
  there: 'moved',
  both: 'both',
  neither: 'neither',
  unknown: 'unknown',
}

/** Stores what came of a move and tells whoever wants to know. Unknown ends keep both hosts locked. */
export async function settleMove(tx: Tx, move: MoveRow, end: MoveEnd): Promise<PoolMoveState> {
  const isThere = end.kind === 'found' && end.found.whereabouts.where === 'there'
  const followed = isThere ? await carryTargets(tx, move) : null
  const { state, ...parts } = settledAs(move, end, followed)
  const settled = await tx.poolMove.update({
    where: { id: move.id },
    data: { ...parts, state, endedAt: new Date() },
    ...moveParts,
  })
  if (state !== 'unknown') await tx.movingHost.deleteMany({ where: { moveId: move.id } })
  if (state === 'moved') {
    const by = settled.startedBy ?? settled.createdBy
    const saying = { code: 'guest-moved', ...namesOf(settled), by } as const
    await noteMove(tx, await watchedHostsOf(tx, settled), 'guest-moved', saying)
  }
  await tellEnd(tx, settled)
  return state
}

export function tellEnd(tx: Tx, move: MoveRow): Promise<void> {
  const isMoved = move.state === 'moved'
  return notify(tx, {
    event: isMoved ? 'change-applied' : 'change-failed',
    hostId: null,
    title: words.pools.moveTitle(isMoved, namesOf(move)),
    text: outcomeOf(move) ?? troubleOf(move) ?? words.pools.moveRefused,
    path: `/pools/${move.poolId}`,
    detail: { moveId: move.id, state: move.state },
  })
}

function troubleOf({ problem }: MoveRow): string | null {
  return (problem as Trouble | null)?.message ?? null
}

function settledAs(
  move: MoveRow,
  end: MoveEnd,
  followed: FollowedMove | null,
): Pick<Prisma.PoolMoveUpdateInput, 'found' | 'problem' | 'result'> & { state: PoolMoveState } {
  switch (end.kind) {
    case 'refused': {
      const stored = moveFound.readIfAny(move.found)?.stored ?? null
      return {
        state: 'refused',
        found: moveFound.write({ version: MOVE_VERSION, ...end.found, stored }),
      }
    }
    case 'never-begun': {
      const message = words.pools.neverBegun
      return { state: 'refused', problem: { code: 'never-begun', message } }
    }
    case 'unanswered': {
      const trouble = moveTrouble(end.error)
      const problem = trouble instanceof AppError ? { problem: toTrouble(trouble) } : {}
      return { state: 'unknown', ...problem }
    }
    case 'found': {
      const { found, keptWeight } = end
      const carried = followed && { followed }
      const result = moveResult.write({ version: MOVE_VERSION, ...found, keptWeight, ...carried })
      return { state: STATE_OF[found.whereabouts.where], result }
    }
  }
}
