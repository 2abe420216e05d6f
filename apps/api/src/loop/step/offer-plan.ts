import type { Hindrance } from '@steelyard/loop'
import { msOf } from '../../milliseconds.ts'
import { proposedChange } from '../recommendations/proposed-change.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Shows the plan to people, who approve it, reject it or let it expire. */
export async function offerPlan(
  { tx, pending, situation, policy, now }: RecommendationStep,
  because: Hindrance | null,
): Promise<void> {
  await supersedeOthers(tx, pending, now)
  await turnRecommendation(
    tx,
    pending,
    {
      state: 'open',
      saying: {
        code: 'recommended',
        proposal: proposedChange(pending),
        because,
        byHand: policy.settings.mode === 'recommend',
      },
      decision: 'recommended',
      data: { expiresAt: new Date(now.getTime() + msOf(situation.policy.expirySeconds)) },
      notice: 'recommendation-open',
    },
    now,
  )
}
