import { proposalWords } from '../recommendations/change-words.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Says what would have been applied now, were it not for the dry run. */
export async function noteDryRun({ tx, pending, grant, now }: RecommendationStep): Promise<void> {
  await supersedeOthers(tx, pending, now)
  const { decidedBy } = pending
  const by = decidedBy ? `as ${decidedBy} approved` : `by the grant of ${grant?.givenByName}`
  await turnRecommendation(
    tx,
    pending,
    {
      state: 'dry-run',
      reason: `Would have been applied now, ${by}: ${proposalWords(pending)}. The policy is a dry run.`,
      decision: 'would-apply',
      detail: { planId: pending.planId },
    },
    now,
  )
}
