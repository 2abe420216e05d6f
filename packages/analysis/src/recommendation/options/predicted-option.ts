import { valueFor, type Weights } from '@steelyard/model'
import type { Prediction } from '../../prediction/prediction.ts'
import { type PredictorBasis, predictionOf } from '../../prediction/predictor-basis.ts'
import { isChanged } from '../gate.ts'
import type { RecommendInput } from '../recommend.ts'

/** What weights are expected to lead to. */
export interface PredictedOption {
  domains: {
    domain: string
    weight: number
    predicted: Prediction | null
    /** Null without a target or a prediction. */
    meetsTarget: boolean | null
  }[]
  /** The time farthest above its target, or nearest to it, as a ratio to the target. */
  worst: { domain: string; ratio: number } | null
}

type Asked = Pick<RecommendInput, 'load' | 'weights' | 'targets' | 'predictors'>

/**
 * Foretells the times under some weights with the predictor of a basis.
 *
 * @param basis null where nothing is to be foretold
 */
export async function predictedOption(
  input: Asked,
  weights: Weights,
  basis: PredictorBasis | null,
): Promise<PredictedOption> {
  const times = basis && (await input.predictors[basis.by]!.modelTimes(weights, basis.statistic))
  const question = isChanged(input.weights, weights) ? 'forecast' : 'diagnosis'
  const found = input.load.domains.map(({ name }) => {
    const target = input.targets.find(({ domain }) => domain === name)?.responseTimeSeconds ?? null
    const predicted = basis && predictionOf(basis, name, times?.get(name), question)
    return { domain: name, weight: valueFor(weights, name)!, predicted, target }
  })
  const ratios = found.flatMap(({ domain, predicted, target }) =>
    predicted && target !== null ? [{ domain, ratio: predicted.seconds / target }] : [],
  )
  return {
    domains: found.map(({ target, ...each }) => ({
      ...each,
      meetsTarget: each.predicted && target !== null ? each.predicted.seconds <= target : null,
    })),
    worst: ratios.sort((a, b) => b.ratio - a.ratio)[0] ?? null,
  }
}
