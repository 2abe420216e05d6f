import type { JudgedOutcome } from '@steelyard/loop'
import { outcomeTurn } from '../outcomes/outcome-turn.ts'
import { reliefOutcomeOf } from '../outcomes/relief-outcome-of.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Notes what came of a relief, which the observations alone say. */
export async function settleOutcome(
  { tx, pending, situation, now }: RecommendationStep,
  judged: JudgedOutcome,
): Promise<void> {
  const outcome = reliefOutcomeOf(judged, {
    relief: unpackRelief(pending)!,
    host: situation.host!,
    minutes: situation.minutes,
    appliedAtEpochSeconds: situation.pending!.appliedAtEpochSeconds!,
    judgedAt: now,
  })
  await turnRecommendation(tx, pending, outcomeTurn(outcome, now), now)
}
