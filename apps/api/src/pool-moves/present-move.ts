import type { PoolMove, PoolMoveState, Trouble } from '@steelyard/contract'
import { type MoveNames, words } from '@steelyard/words'
import type { Principal } from '../access/permissions.ts'
import { presentPoolPlan } from '../pools/pool-plan.ts'
import type { MoveRow } from './move-row.ts'
import { type FoundRefusals, isWorse, moveEffect, moveFound, moveResult } from './stored-move.ts'

/** @param asksForAnother whether a rule asks for a second person */
export function presentMove(row: MoveRow, asksForAnother: boolean, reader: Principal): PoolMove {
  const names = namesOf(row)
  const found = moveFound.readIfAny(row.found)
  const effect = moveEffect.readIfAny(row.effect)
  return {
    id: row.id,
    poolId: row.poolId,
    state: row.state as PoolMoveState,
    guest: { uuid: row.guestUuid, name: row.guestName },
    from: { uuid: row.fromHostUuid, name: row.fromHostName },
    to: { uuid: row.toHostUuid, name: row.toHostName },
    refusals: found ? refusalsOf(found, names) : [],
    weight: found?.stored?.weight ?? null,
    cap: found?.stored?.cap ?? null,
    outcome: outcomeOf(row),
    effect: effect && { text: words.pools.effect(effect), isWorse: isWorse(effect) },
    backIfWorse: row.backIfWorse,
    undoesId: row.undoesId,
    trouble: row.problem as Trouble | null,
    ...presentPoolPlan(row, asksForAnother, reader),
  }
}

function refusalsOf(found: FoundRefusals, names: MoveNames): string[] {
  return found.way === 'xl'
    ? found.refusals.map((each) => words.pools.byXl.refusal(each, names))
    : found.refusals.map((each) => words.pools.refusal(each, names))
}

/** In words, also for whoever is told about it. */
export function outcomeOf(row: MoveRow): string | null {
  const found = moveResult.readIfAny(row.result)
  if (!found) return null
  const { keptWeight, followed } = found
  const names = namesOf(row)
  const { keptWeight: keptWords } = found.way === 'xl' ? words.pools.byXl : words.pools
  return [
    found.way === 'xl'
      ? words.pools.byXl.whereabouts(found.whereabouts.where, found.task, names)
      : words.pools.whereabouts(found.whereabouts.where, found.task, names),
    ...(keptWeight ? [keptWords(keptWeight)] : []),
    ...(followed ? [words.pools.followed(followed, names)] : []),
  ].join(' ')
}

export function namesOf({ guestName, fromHostName, toHostName }: MoveRow) {
  return { guest: guestName, from: fromHostName, to: toHostName }
}
