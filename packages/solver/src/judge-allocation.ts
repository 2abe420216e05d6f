import type { Weights } from '@steelyard/model'
import { meanOverRequests } from './mean-over-requests.ts'
import type { PosedGrid } from './pose-grid.ts'
import { predictionsOf } from './predict.ts'
import type { Times } from './response-times.ts'
import { sharesOf, weightsOf } from './shares-of.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

/** Response times at these Xen weights by any model, Domain-0's among them. */
export type PredictTimes = (weights: Weights) => Times | Promise<Times>

/** What a model makes of one allocation, at the integers that would be written. */
export interface Judged {
  allocation: number[]
  shares: Record<string, number>
  weights: Weights
  roundingError: number
  predicted: Prediction[]
  /** As predicted; Infinity where a domain with requests has no finite time. */
  meanSeconds: number
  /** Sum over the targets of what is missing to each, as a fraction of it; 0 = all kept. */
  excess: number
}

export class Judge {
  readonly #problem: WeightProblem
  readonly #posed: PosedGrid
  readonly #now: Times
  readonly #predict: PredictTimes

  /** @param now times at the current weights */
  constructor(problem: WeightProblem, posed: PosedGrid, now: Times, predict: PredictTimes) {
    this.#problem = problem
    this.#posed = posed
    this.#now = now
    this.#predict = predict
  }

  async judge(allocation: number[]): Promise<Judged> {
    const shares = sharesOf(this.#posed, allocation)
    const { weights, roundingError } = weightsOf(this.#problem, this.#posed, shares)
    const times = await this.#predict(weights)
    const predicted = predictionsOf(this.#problem, this.#now, times)
    return {
      ...{ allocation, shares, weights, roundingError, predicted },
      meanSeconds: meanPredicted(this.#problem, predicted) ?? Number.POSITIVE_INFINITY,
      excess: this.#problem.mode === 'minimise-total-delay' ? 0 : excessOf(predicted),
    }
  }
}

/** The mean over all requests of what is predicted: of measured times in the ratio of the model, if any. */
export function meanPredicted(
  { load }: WeightProblem,
  predicted: readonly Prediction[],
): number | null {
  const times = predicted.map(
    ({ name, anchoredSeconds, formulaSeconds }) =>
      [name, anchoredSeconds ?? formulaSeconds] as const,
  )
  return meanOverRequests(load, new Map(times))
}

function excessOf(predicted: readonly Prediction[]): number {
  return predicted.reduce((sum, { meetsTarget, targetSeconds, ...seconds }) => {
    if (targetSeconds === null || meetsTarget === true) return sum
    const expected = seconds.anchoredSeconds ?? seconds.formulaSeconds
    return sum + (expected === null ? Number.POSITIVE_INFINITY : expected / targetSeconds - 1)
  }, 0)
}

/**
 * Targets first, then the mean over all requests.
 * @param leastGain of the mean, as a fraction, that counts as better
 */
export function isBetter(one: Judged, other: Judged, leastGain = 0): boolean {
  if (one.excess !== other.excess) return one.excess < other.excess
  return one.meanSeconds < other.meanSeconds * (1 - leastGain)
}
