import type { Weights } from '@steelyard/model'
import { anchorFactors } from './anchor-factors.ts'
import { responseTimes, type Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

/** Far below any measurement; covers the tolerance of the rows and rounding of doubles. */
export const targetSlack = 1e-5

/**
 * What each domain is predicted to do at these weights. The published formula is right in direction
 * and off in size on real hosts, so with a measured peak it only says by what factor that changes.
 */
export function predict(problem: WeightProblem, weights: Weights): Prediction[] {
  const now = responseTimes(problem, problem.currentWeights)
  return predictionsOf(problem, now, responseTimes(problem, weights))
}

/** The same from the times of any model: `now` at the current weights, `then` at others. */
export function predictionsOf(problem: WeightProblem, now: Times, then: Times): Prediction[] {
  const factors = anchorFactors(problem, now)
  return problem.load.domains.map(({ name }) => {
    const formulaSeconds = then.get(name) ?? null
    const factor = factors.get(name)
    const anchoredSeconds =
      factor === undefined || formulaSeconds === null ? null : factor * formulaSeconds
    const predictedSeconds = anchoredSeconds ?? formulaSeconds
    const targetSeconds = problem.targets?.[name] ?? null
    return {
      name,
      formulaSeconds,
      anchoredSeconds,
      targetSeconds,
      basis: anchoredSeconds === null ? 'formula' : 'anchored',
      meetsTarget:
        targetSeconds === null || predictedSeconds === null
          ? null
          : predictedSeconds <= targetSeconds * (1 + targetSlack),
    }
  })
}
