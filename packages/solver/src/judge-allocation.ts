import type { Weights } from '@steelyard/model'
import { type ObjectiveValue, objectiveValue } from './objective-value.ts'
import type { PosedGrid } from './pose-grid.ts'
import { predictionsOf } from './predict.ts'
import type { Times } from './response-times.ts'
import { sharesOf, weightsOf } from './shares-of.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

/** Response times at these Xen weights by any model, Domain-0's among them. */
export type PredictTimes = (weights: Weights) => Times | Promise<Times>

/** An allocation as it would be written to Xen. */
export interface Written {
  allocation: number[]
  shares: Record<string, number>
  weights: Weights
  roundingError: number
}

/** What a model makes of one allocation, at the integers that would be written. */
export interface Judged extends Written, ObjectiveValue {
  predicted: Prediction[]
}

export function writtenAs(problem: WeightProblem, posed: PosedGrid, allocation: number[]): Written {
  const shares = sharesOf(posed, allocation)
  return { allocation, shares, ...weightsOf(problem, posed, shares) }
}

/** Judges the allocation by a model's times at its weights. */
export function judgeAllocation(
  problem: WeightProblem,
  { allocation, shares, weights, roundingError }: Written,
  times: Times,
): Judged {
  const predicted = predictionsOf(problem, times)
  const value = objectiveValue(problem.objective, problem, times)
  const excess = problem.mode === 'keep-targets' ? excessOf(predicted) : value.excess
  return { allocation, shares, weights, roundingError, predicted, ...value, excess }
}

/** What the worst target is missed by, as a fraction of it; 0 where all are kept. */
function excessOf(predicted: readonly Prediction[]): number {
  const missed = predicted.map(({ meetsTarget, targetSeconds, predictedSeconds }) =>
    targetSeconds === null || meetsTarget !== false ? 0 : predictedSeconds! / targetSeconds - 1,
  )
  return Math.max(0, ...missed)
}
