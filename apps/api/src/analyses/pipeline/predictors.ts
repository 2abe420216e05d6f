import { type EstimateOptions, estimators, type HostLoad, type Weights } from '@steelyard/model'
import type { PredictTimes, Times } from '@steelyard/solver'

/** Estimators that say what other weights would do. */
export const forecasters = ['delay-aware', 'delay-aware-calibrated', 'sdps', 'twin'] as const
export type Forecaster = (typeof forecasters)[number]

/** How each of them answers to weights; those that cannot answer here are left out. */
export type Predictors = Partial<Record<Forecaster, PredictTimes>>

/** Those of the model; beside the published formula, which always answers, those that do so here. */
export function formulaPredictors(
  load: HostLoad,
  weights: Weights,
  options: EstimateOptions,
): Predictors {
  const predictors: Predictors = {}
  for (const id of ['delay-aware', 'delay-aware-calibrated', 'sdps'] as const) {
    const predict = (asked: Weights): Times =>
      new Map(
        estimators[id]
          .estimate(load, asked, options)
          .domains.map(({ name, responseTimeSeconds }) => [name, responseTimeSeconds]),
      )
    if (id === 'delay-aware' || answersAll(load, predict(weights))) predictors[id] = predict
  }
  return predictors
}

/** A finite time for every domain with requests. */
export function answersAll({ domains }: HostLoad, times: Times): boolean {
  return domains.every(
    ({ name, arrivalRatePerSecond }) =>
      arrivalRatePerSecond === 0 || (times.get(name) ?? null) !== null,
  )
}

/** Asked again about the same weights, the answer is the same: it is kept. */
export function remembering(predict: PredictTimes): PredictTimes {
  const known = new Map<string, Promise<Times>>()
  return (weights) => {
    const key = JSON.stringify(Object.entries(weights).sort())
    const answer = known.get(key) ?? Promise.resolve(predict(weights))
    known.set(key, answer)
    return answer
  }
}
