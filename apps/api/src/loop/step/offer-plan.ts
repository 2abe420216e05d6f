import type { Hindrance } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { proposalWords } from '../recommendations/change-words.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Shows the plan to people, who approve it, reject it or let it expire. */
export async function offerPlan(
  { tx, pending, situation, policy, now }: RecommendationStep,
  because: Hindrance | null,
): Promise<void> {
  await supersedeOthers(tx, pending, now)
  const next = because
    ? words.loop.hindrance(because)
    : policy.settings.mode === 'recommend'
      ? 'A person can apply it on the page of its plan.'
      : 'A person must approve it.'
  await turnRecommendation(
    tx,
    pending,
    {
      state: 'open',
      reason: `Recommended: ${proposalWords(pending)}. ${next}`,
      decision: 'recommended',
      detail: { because },
      data: { expiresAt: new Date(now.getTime() + situation.policy.expirySeconds * 1000) },
      notice: { event: 'recommendation-open', title: 'weights are recommended' },
    },
    now,
  )
}
