import { share, type Weights } from '@steelyard/model'
import { excessOf, type ObjectiveValue, objectiveValue } from './objective-value.ts'
import type { PosedGrid } from './pose-grid.ts'
import { predictionsOf } from './predict.ts'
import type { Times } from './response-times.ts'
import { sharesOf, weightsOf } from './shares-of.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

/** A model's response times at these Xen weights, Domain-0's weight included. */
export type PredictTimes = (weights: Weights) => Times | Promise<Times>

/** An allocation with the weights that would be written to Xen. */
export interface WrittenAllocation {
  allocation: number[]
  shares: Record<string, number>
  weights: Weights
  roundingError: number
}

/** A model's evaluation of one allocation, at the integers that would be written. */
export interface JudgedAllocation extends WrittenAllocation, ObjectiveValue {
  predicted: Prediction[]
}

export function writtenAs(
  problem: WeightProblem,
  posed: PosedGrid,
  allocation: number[],
): WrittenAllocation {
  const shares = sharesOf(posed, allocation)
  return { allocation, shares, ...weightsOf(problem, posed, shares) }
}

/** The weights in force, which need not be on the grid. */
export function writtenInForce({
  currentWeights,
  load,
  normalisation,
}: WeightProblem): WrittenAllocation {
  const names = load.domains.map(({ name }) => name)
  const shares = share(currentWeights, names, normalisation).domains
  return { allocation: [], shares, weights: currentWeights, roundingError: 0 }
}

/** Evaluates the allocation by a model's times at its weights. */
export function judgeAllocation(
  problem: WeightProblem,
  { allocation, shares, weights, roundingError }: WrittenAllocation,
  times: Times,
): JudgedAllocation {
  const predicted = predictionsOf(problem, times)
  const value = objectiveValue(problem.objective, problem, times)
  const kept = problem.mode === 'keep-targets' ? excessesOf(predicted) : {}
  return { allocation, shares, weights, roundingError, predicted, ...value, ...kept }
}

/** Relative excess of the worst time over its target; 0 where all targets are kept. */
function excessesOf(
  predicted: readonly Prediction[],
): Pick<ObjectiveValue, 'excess' | 'softExcess'> {
  const worst = (of: 'targetSeconds' | 'softTargetSeconds') =>
    Math.max(
      0,
      ...predicted.map((each) => {
        const target = each[of]
        return target === null ? 0 : (each.predictedSeconds ?? 0) / target
      }),
    )
  return {
    excess: excessOf(worst('targetSeconds')),
    softExcess: excessOf(worst('softTargetSeconds')),
  }
}
