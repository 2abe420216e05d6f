import type { EstimatorId } from '@steelyard/analysis'
import type { AnalysisResult, EvidenceGrade, Recommendation } from '@steelyard/contract'
import { formatRoughPercent } from '@steelyard/contract/format'
import { loadAnalysis } from '../analyses/analysis-row.ts'
import { estimatorTitle } from '../analyses/present/estimator-name.ts'
import { resultOf } from '../analyses/stored-result.ts'
import type { Tx } from '../db.ts'
import { unprocessable } from '../errors.ts'
import type { PlanWish } from './plan-content.ts'

/**
 * Turns the recommendation of an analysis into a wish.
 * @throws AppError `analysis-not-found`, `analysis-unfinished`, `nothing-recommended`
 */
export async function wishOfAnalysis(
  tx: Tx,
  analysisId: string,
): Promise<{ hostId: string; wish: PlanWish }> {
  const analysis = await loadAnalysis(tx, analysisId)
  const result = resultOf(analysis)
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
    targetWindowSeconds: result.targetWindowSeconds,
    grade: analysis.grade as EvidenceGrade | null,
    statement: [result.predictor.statement, ...othersWords(result, recommendation)].join(' '),
    notes: recommendation.status === 'not-proven' ? [recommendation.proof.statement] : [],
  }
  return { hostId: analysis.hostId, wish }
}

/** Whether the models that do not predict here agree that the change is for the better. */
function othersWords({ predictor }: AnalysisResult, { checks }: Recommendation): string[] {
  return checks
    .filter(({ estimator }) => estimator !== predictor.estimator)
    .map(({ estimator, gain, uncertainty, passes, abstains }) => {
      const who = estimatorTitle(estimator as EstimatorId)
      const figures = `${formatRoughPercent(Math.abs(gain))}, give or take ${formatRoughPercent(uncertainty)}`
      return passes
        ? `${who} agrees that the change is for the better: it expects a gain of ${figures}.`
        : abstains
          ? `${who} is not sure of a difference: it expects a ${gain < 0 ? 'loss' : 'gain'} of ${figures}.`
          : `${who} does not agree: it expects a ${gain < 0 ? 'loss' : 'gain'} of ${figures}.`
    })
}
