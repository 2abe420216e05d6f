import type { Weights } from '@steelyard/model'
import { valueFor } from '@steelyard/model'
import { responseTimes, type Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

/** Far below any measurement accuracy; covers the tolerance of the rows and rounding errors. */
export const TARGET_SLACK = 1e-5

/** The prediction of the published formula for each domain at these weights. */
export function predict(problem: WeightProblem, weights: Weights): Prediction[] {
  return predictionsOf(problem, responseTimes(problem, weights))
}

/** Predictions from the times of any model. */
export function predictionsOf(problem: WeightProblem, times: Times): Prediction[] {
  const { load, targets = {}, softTargets = {}, factors = {} } = problem
  return load.domains.map(({ name }) => {
    const modelSeconds = times.get(name) ?? null
    const predictedSeconds =
      modelSeconds === null ? null : (valueFor(factors, name) ?? 1) * modelSeconds
    const targetSeconds = valueFor(targets, name) ?? null
    return {
      name,
      modelSeconds,
      predictedSeconds,
      targetSeconds,
      softTargetSeconds: valueFor(softTargets, name) ?? null,
      meetsTarget:
        targetSeconds === null || predictedSeconds === null
          ? null
          : predictedSeconds <= targetSeconds * (1 + TARGET_SLACK),
    }
  })
}
