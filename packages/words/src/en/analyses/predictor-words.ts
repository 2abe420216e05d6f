import type { AnalysisResult, Dissent, EstimatorId, PredictorBasis } from '@steelyard/analysis'
import {
  formatItems,
  formatPredictedMs,
  formatTargetMs,
  formatWholePercent,
} from '@steelyard/contract/format'
import { estimatorName } from '../estimator-name.ts'

/** Who predicts, and how far off it is. */
export function predictorStatement(by: EstimatorId, error: number | null): string {
  const who = `Predicted by ${estimatorName(by)}`
  return error === null
    ? `${who}, which could not be compared with any measurement here.`
    : `${who}, which is off by ${formatWholePercent(error)} on this recording.`
}

export function dissentWords({ by, domains }: Dissent): string {
  const said = domains.map(
    ({ domain, seconds, targetSeconds, meetsTarget }) =>
      `${domain} at ${formatPredictedMs(seconds * 1000)}, ${meetsTarget ? 'within' : 'over'} its target of ${formatTargetMs(targetSeconds * 1000)}`,
  )
  return `The second-best model, ${estimatorName(by)}, disagrees: it expects ${formatItems(said)}.`
}

/** How far the predictor and SandPiper are off, on the same windows. */
export function comparisonWords(
  { ranking }: Pick<AnalysisResult, 'ranking'>,
  { by }: PredictorBasis,
): string | null {
  const errorOf = (id: EstimatorId) =>
    ranking.estimators.find(({ estimator }) => estimator === id)?.medianApe ?? null
  const [own, sandpiper] = [errorOf(by), errorOf('sandpiper')]
  if (own === null) return null
  const said = `Steelyard’s means are off by ${formatWholePercent(own)}`
  return sandpiper === null
    ? `${said}; SandPiper has no answer for this recording.`
    : `${said}, SandPiper’s by ${formatWholePercent(sandpiper)}, as the median over windows.`
}
