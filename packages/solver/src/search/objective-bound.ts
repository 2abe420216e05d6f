import type { Weights } from '@steelyard/model'
import { valueFor } from '@steelyard/model'
import { coefficientsOf, excessOf } from '../problem/objective-value.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

/**
 * A model's bound over all weights between two limits: given non-negative coefficients by domain,
 * it returns a lower bound of sum coefficient_p T_p, in seconds.
 */
export type BoundTimes = (box: {
  least: Weights
  most: Weights
}) => (coefficients: Readonly<Record<string, number>>) => number

/** A lower bound over all weights in a box, in the terms of `ObjectiveValue`. */
export interface ObjectiveBound {
  /** Bound of the worst ratio of a time to its target; 0 where targets do not matter. */
  ratio: number
  excess: number
  softExcess: number
  cost: number
}

interface TargetSum {
  coefficients: Record<string, number>
  seconds: number
}

/**
 * Weighted sums that each bound the worst ratio to a target: sum y_p T_p <= worst ratio sum y_p
 * target_p. One sum per domain, plus one for the domains with the tightest targets together,
 * weighted by their work, which is conserved.
 */
function targetSums(
  { load, factors = {} }: WeightProblem,
  targets: Readonly<Record<string, number>> = {},
): TargetSum[] {
  const targeted = load.domains
    .flatMap(({ name, arrivalRatePerSecond: rate, serviceTimeSeconds }) => {
      const target = valueFor(targets, name)
      if (target === undefined || rate === 0) return []
      const seconds = target / (valueFor(factors, name) ?? 1)
      return [
        { name, seconds, work: rate * serviceTimeSeconds, tight: serviceTimeSeconds / seconds },
      ]
    })
    .sort((one, other) => other.tight - one.tight)
  const alone = targeted.map(({ name, seconds }) => ({ coefficients: { [name]: 1 }, seconds }))
  const together = targeted.slice(1).map((_, index) => {
    const first = targeted.slice(0, index + 2)
    return {
      coefficients: Object.fromEntries(first.map(({ name, work }) => [name, work])),
      seconds: first.reduce((sum, { work, seconds }) => sum + work * seconds, 0),
    }
  })
  return [...alone, ...together]
}

/** Lower bounds of the objective and of the excess over targets, for boxes of weights. */
export function objectiveBounds(
  problem: WeightProblem,
  boundTimes: BoundTimes,
): (box: { least: Weights; most: Weights }) => ObjectiveBound {
  const coefficients = coefficientsOf(problem.objective, problem)
  const hasToKeep = problem.mode === 'keep-targets' || problem.objective === 'meet-targets'
  const hard = hasToKeep ? targetSums(problem, problem.targets) : []
  const soft = hasToKeep ? targetSums(problem, problem.softTargets) : []
  return (box) => {
    const leastSum = boundTimes(box)
    const leastRatio = (sums: readonly TargetSum[]) =>
      Math.max(
        0,
        ...sums.map((sum) => (sum.seconds > 0 ? leastSum(sum.coefficients) / sum.seconds : 0)),
      )
    const ratio = leastRatio(hard)
    return {
      ratio,
      excess: excessOf(ratio),
      softExcess: excessOf(leastRatio(soft)),
      cost:
        problem.objective === 'meet-targets' && hard.length > 0 ? ratio : leastSum(coefficients),
    }
  }
}
