import { proposedChange } from '../recommendations/proposed-change.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Says what would have been applied now, were it not for the dry run. */
export async function noteDryRun({ tx, pending, grant, now }: RecommendationStep): Promise<void> {
  await supersedeOthers(tx, pending, now)
  const { decidedBy } = pending
  const authority = decidedBy
    ? ({ by: 'approval', person: decidedBy } as const)
    : ({ by: 'grant', person: grant!.givenByName } as const)
  await turnRecommendation(
    tx,
    pending,
    {
      state: 'dry-run',
      saying: { code: 'would-apply', proposal: proposedChange(pending), authority },
      decision: 'would-apply',
    },
    now,
  )
}
