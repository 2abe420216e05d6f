import { type AnalysisResult, medianErrorOf, type PredictorBasis } from '@steelyard/analysis'
import type { Predictor } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { msOf } from '../../milliseconds.ts'

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
    statement: words.analyses.predictor(by, error),
    dissent: dissent && {
      estimator: dissent.by,
      text: words.analyses.dissent(dissent),
      domains: dissent.domains.map(({ domain, seconds, meetsTarget }) => ({
        domain,
        ms: msOf(seconds),
        meetsTarget,
      })),
    },
  }
}
