import {
  allocationsToTry,
  optimiseByEnumeration,
  optimiseWeights,
  type PredictTimes,
  searchWeights,
  type WeightProblem,
  type WeightSolution,
} from '@steelyard/solver'
import type { Forecaster, Predictors } from './predictors.ts'

const MAX_SEARCH_EVALUATIONS = 2000
/** What a mean must gain to be worth other weights: models are not known to be more exact than that. */
export const LEAST_GAIN = 0.02

export interface ChooseOptions {
  /** Whose choice is wanted beside those that the result compares. */
  used: Forecaster
  /** How often the twin may be asked: it simulates minutes for an answer. */
  twinEvaluations: number
  timeLimitSeconds: number
  signal?: AbortSignal
}

/** Which weights each model would choose, by the model. */
export type Choices = ReadonlyMap<Forecaster, WeightSolution>

/**
 * The published formula by its integer program; `sdps` (and the calibrated formula where it is used) by
 * trying all of the grid where that is possible in the time; the twin by search from what they chose.
 * @throws WeightProblemError when the question cannot be posed
 */
export async function chooseWeights(
  problem: WeightProblem,
  predictors: Predictors,
  { used, twinEvaluations, timeLimitSeconds, signal }: ChooseOptions,
): Promise<Choices> {
  const limits = { timeLimitSeconds, ...(signal ? { signal } : {}) }
  const choices = new Map<Forecaster, WeightSolution>()
  choices.set('delay-aware', await optimiseWeights(problem, limits))
  // Raising the violators alone is a rule of the formula: other models have no such least fixed point.
  if (problem.mode === 'raise-violator-only') return choices
  const candidates = () =>
    [...choices.values()].flatMap(({ weights }) => (weights ? [weights] : []))
  for (const id of ['sdps', 'delay-aware-calibrated'] as const) {
    const predict = predictors[id]
    if (!predict || (id !== 'sdps' && id !== used)) continue
    choices.set(
      id,
      (await canTryAll(problem, predict, timeLimitSeconds))
        ? await optimiseByEnumeration(problem, predict, { ...limits, leastGain: LEAST_GAIN })
        : await searchWeights(problem, predict, {
            ...limits,
            leastGain: LEAST_GAIN,
            candidates: candidates(),
            maxEvaluations: MAX_SEARCH_EVALUATIONS,
            isOver: deadline(timeLimitSeconds),
          }),
    )
  }
  if (predictors.twin) {
    choices.set(
      'twin',
      await searchWeights(problem, predictors.twin, {
        ...limits,
        candidates: candidates(),
        leastGain: LEAST_GAIN,
        maxEvaluations: twinEvaluations,
      }),
    )
  }
  return choices
}

async function canTryAll(
  problem: WeightProblem,
  predict: PredictTimes,
  timeLimitSeconds: number,
): Promise<boolean> {
  const count = allocationsToTry(problem)
  if (count === null) return false
  const began = performance.now()
  await predict(problem.currentWeights)
  return ((performance.now() - began) / 1000) * count <= timeLimitSeconds
}

function deadline(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
