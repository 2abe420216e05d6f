import {
  type AnalysisResult,
  type Dissent,
  type EstimatorId,
  medianErrorOf,
  type PredictorBasis,
} from '@steelyard/analysis'
import type { Predictor } from '@steelyard/contract'
import {
  formatItems,
  formatPredictedMs,
  formatTargetMs,
  formatWholePercent,
} from '@steelyard/contract/format'
import { estimatorName } from './estimator-name.ts'

/** The estimator that the analysis speaks with, and who disagrees. */
export function presentPredictor(
  { dissent }: Pick<AnalysisResult, 'dissent'>,
  basis: PredictorBasis,
): Predictor {
  const { by, quick } = basis
  const error = medianErrorOf(basis)
  return {
    estimator: by,
    quick,
    error,
    statement: predictorStatement(by, error),
    dissent: dissent && {
      estimator: dissent.by,
      text: dissentWords(dissent),
      domains: dissent.domains.map(({ domain, seconds, meetsTarget }) => ({
        domain,
        ms: seconds * 1000,
        meetsTarget,
      })),
    },
  }
}

/** Who predicts, and how far off it is. */
export function predictorStatement(by: EstimatorId, error: number | null): string {
  const who = `Predicted by ${estimatorName(by)}`
  return error === null
    ? `${who}, which could not be compared with any measurement here.`
    : `${who}, which is off by ${formatWholePercent(error)} on this recording.`
}

function dissentWords({ by, domains }: Dissent): string {
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
