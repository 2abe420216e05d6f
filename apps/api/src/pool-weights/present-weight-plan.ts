import type { Trouble, WeightPlan, WeightPlanState } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { storeLine } from '@steelyard/xen'
import type { Principal } from '../access/permissions.ts'
import { presentPoolPlan } from '../pools/pool-plan.ts'
import { weightChange, weightResult } from './stored-weight-plan.ts'
import type { WeightPlanRow } from './weight-plan-row.ts'

/** @param asksForAnother whether a rule asks for a second person */
export function presentWeightPlan(
  row: WeightPlanRow,
  asksForAnother: boolean,
  reader: Principal,
): WeightPlan {
  const { id, poolId, guestUuid: uuid, guestName: name } = row
  const change = weightChange.readIfAny(row.change)
  return {
    id,
    poolId,
    state: row.state as WeightPlanState,
    guest: { uuid, name },
    before: change && words.pools.storedWeight(change.before),
    after: change && words.pools.storedWeight(change.after),
    commands: change
      ? [storeLine({ verb: 'store-weight', uuid, from: change.before, to: change.after })]
      : [],
    notes: words.pools.weightNotes(name),
    outcome: outcomeOf(row),
    trouble: row.problem as Trouble | null,
    undoneBy: row.undoneBy,
    ...presentPoolPlan(row, asksForAnother, reader),
  }
}

/** In words, also for whoever is told about it. */
export function outcomeOf({ result, change, guestName }: WeightPlanRow): string | null {
  const found = weightResult.readIfAny(result)
  return found && words.pools.weightEnd(found.end, guestName, weightChange.readIfAny(change))
}
