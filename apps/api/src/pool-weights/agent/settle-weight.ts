import type { Trouble, WeightPlanState } from '@steelyard/contract'
import { type WeightPlanEnd, words } from '@steelyard/words'
import { Prisma, type Tx } from '../../db.ts'
import { notify } from '../../notifications/notify.ts'
import { outcomeOf } from '../present-weight-plan.ts'
import { WEIGHT_PLAN_VERSION, weightResult } from '../stored-weight-plan.ts'
import { NEVER_BEGUN, type WeightPlanRow, weightPlanParts } from '../weight-plan-row.ts'

/**
 * Stores what came of a plan, and tells whoever wants to know.
 * @param problem what XAPI said, which does not matter where it did as it was told all the same
 */
export async function settleWeight(
  tx: Tx,
  plan: WeightPlanRow,
  end: WeightPlanEnd,
  problem: Trouble | null = null,
): Promise<WeightPlanState> {
  const { id, poolId, guestName } = plan
  const was = plan.state as WeightPlanState
  const state = stateAfter(was, end)
  const isDone = end.code === 'stored' || end.code === 'restored'
  const settled = await tx.weightPlan.update({
    where: { id },
    data: {
      state,
      result: weightResult.write({ version: WEIGHT_PLAN_VERSION, end }),
      problem: (isDone ? null : problem) ?? Prisma.DbNull,
      endedAt: new Date(),
    },
    ...weightPlanParts,
  })
  if (was !== 'checking') {
    await notify(tx, {
      event: isDone ? 'change-applied' : 'change-failed',
      hostId: null,
      title: words.pools.weightTitle(end, guestName),
      text: outcomeOf(settled) ?? '',
      path: `/pools/${poolId}`,
      detail: { planId: id, state },
    })
  }
  return state
}

function stateAfter(was: WeightPlanState, { code }: WeightPlanEnd): WeightPlanState {
  switch (code) {
    case 'stored':
    case 'restored':
    case 'overruled':
      return code
    case 'not-restored':
      return 'stored'
    case 'never-begun':
      return NEVER_BEGUN[was] ?? was
    case 'guest-unknown':
      return was === 'restoring' ? 'overruled' : 'refused'
    default:
      return 'refused'
  }
}
