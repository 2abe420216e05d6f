import type { TimeSpan } from '@steelyard/analysis'
import { judgeOutcomeKind } from '../outcomes/judge-outcome.kind.ts'
import { noOutcome } from '../outcomes/no-outcome.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/**
 * Has the outcome judged by what was observed in this range. The job is found again by the
 * application that it judges, so that there is only one.
 */
export async function requestJudgement(
  { deps, tx, pending, now }: RecommendationStep,
  range: TimeSpan,
): Promise<void> {
  if (pending.relief !== null) {
    return turnRecommendation(tx, pending, noOutcome('host-unknown'), now)
  }
  const subject = { kind: 'application' as const, id: pending.applicationId! }
  const asked = await tx.job.findFirst({
    where: { kind: judgeOutcomeKind.kind, subjectKind: subject.kind, subjectId: subject.id },
    select: { state: true },
  })
  if (!asked) {
    const { fromEpochSeconds, toEpochSeconds } = range
    const payload = { recommendationId: pending.id, fromEpochSeconds, toEpochSeconds }
    await deps.queue.enqueue(tx, judgeOutcomeKind, payload, { subject })
  } else if (asked.state === 'failed' || asked.state === 'cancelled') {
    await turnRecommendation(tx, pending, noOutcome('not-judged'), now)
  }
}
