import type { AnalysisResult } from '@steelyard/contract'
import type { Tx } from '../db.ts'
import { notFound, unprocessable } from '../errors.ts'
import type { PlanWish } from './plan-content.ts'

/**
 * Turns the recommendation of an analysis into a wish.
 * @throws AppError `analysis-not-found`, `analysis-unfinished`, `nothing-recommended`
 */
export async function wishOfAnalysis(
  tx: Tx,
  analysisId: string,
): Promise<{ hostId: string; wish: PlanWish }> {
  const analysis = await tx.analysis.findUnique({ where: { id: analysisId } })
  if (!analysis) throw notFound('analysis')
  const result = analysis.result as AnalysisResult | null
  if (!result) throw unprocessable('analysis-unfinished', 'This analysis has no result yet.')
  const { recommendation } = result
  if (recommendation?.advice !== 'change') {
    throw unprocessable(
      'nothing-recommended',
      'This analysis recommends no other weights; its page says why. You can set weights by hand.',
    )
  }
  const wish: PlanWish = {
    weights: recommendation.domains.map(({ domain, weightAfter }) => ({
      domain,
      weight: weightAfter,
    })),
    pins: [],
    analysed: recommendation.domains.map(({ domain, weightBefore }) => ({
      domain,
      weight: weightBefore,
    })),
    predicted: recommendation.domains.map((each) => ({
      domain: each.domain,
      before: each.predictedBefore,
      after: each.predictedAfter,
      targetMs: each.targetMs,
      meetsTarget: each.meetsTarget,
    })),
    predictor: result.predictor.estimator,
    statistic: recommendation.statistic,
    notes: recommendation.status === 'not-proven' ? [recommendation.proof.statement] : [],
  }
  return { hostId: analysis.hostId, wish }
}
