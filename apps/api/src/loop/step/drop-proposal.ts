import type { NotWorthIt } from '@steelyard/loop'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Recommends nothing of what the analysis advises. */
export async function dropProposal(
  { tx, pending, now }: RecommendationStep,
  because: NotWorthIt,
): Promise<void> {
  const saying = { code: 'not-worth-it', because, analysis: pending.advice!.says } as const
  const turn = { state: 'nothing-to-gain', decision: 'nothing-to-gain' } as const
  await turnRecommendation(tx, pending, { ...turn, saying }, now)
}
