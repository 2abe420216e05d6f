import type { Weights } from '@steelyard/model'
import {
  allocationsToTry,
  optimiseByEnumeration,
  optimiseWeights,
  type PredictTimes,
  raceAllocations,
  searchWeights,
  type Times,
  type WeightProblem,
  type WeightSolution,
} from '@steelyard/solver'
import type { Statistic } from '../settings.ts'
import { LEAST_GAIN } from './gate.ts'
import {
  anchorsOf,
  type Forecaster,
  type Measured,
  type Predictor,
  type Predictors,
  type Sight,
  timesOf,
} from './predictors.ts'
import { PREDICTION_SEEDS as SEEDS, type TwinAnswers } from './twin-answers.ts'

const MAX_SEARCH_EVALUATIONS = 2000
/** Simulated seconds that the first stage of a race may take: some seconds of computing. */
const TWIN_SECONDS = 10_000
/** Allocations in a race, however long the recording. */
const FEWEST_PLAYED = 20

export interface ChooseOptions {
  predictors: Predictors
  measured: Measured
  /** Which times the objective is a function of. */
  sight: Sight
  /** What targets hold for. */
  targetStatistic: Statistic
  /** Whether predictions are scaled towards what was measured. */
  anchored: boolean
  /** Null where it was left out. */
  twin: TwinAnswers | null
  timeLimitSeconds: number
  signal?: AbortSignal
}

/** The same question in the eyes of one model. */
export async function problemFor(
  predictor: Predictor,
  problem: WeightProblem,
  options: Pick<ChooseOptions, 'measured' | 'sight' | 'anchored' | 'targetStatistic'>,
): Promise<WeightProblem> {
  const { measured, sight, anchored, targetStatistic } = options
  const { currentWeights, targets = {} } = problem
  const factorsFor = (each: Sight) => anchorsOf(predictor, currentWeights, measured, each)
  const factors = anchored ? await factorsFor(sight) : {}
  const asked = anchored ? { ...problem, factors } : problem
  if (sight === targetStatistic || !hasTargets(problem)) return asked
  const ofTargets = anchored ? await factorsFor(targetStatistic) : {}
  const now = await predictor.predict(currentWeights)
  return {
    ...asked,
    // Where another time is minimised than the one that targets hold for, they are held against it in the
    // proportion of the two as things are.
    targets: Object.fromEntries(
      Object.entries(targets).map(([domain, seconds]) => {
        const times = now.get(domain)
        const seen = (times?.[sight] ?? 0) * (factors[domain] ?? 1)
        const promised = (times?.[targetStatistic] ?? 0) * (ofTargets[domain] ?? 1)
        return [domain, seen > 0 && promised > 0 ? (seconds * seen) / promised : seconds]
      }),
    ),
  }
}

function timesBy({ predict }: Predictor, sight: Sight): PredictTimes {
  return async (weights) => timesOf(await predict(weights), sight)
}

/**
 * The weights that one model would choose: the published formula's own objective by its integer program,
 * the twin's by a race among all allocations, and the others by trying the whole grid; where that is too
 * large, by a search and the bounds that the model gives.
 * @throws WeightProblemError when the question cannot be posed
 */
export async function chooseWeights(
  by: Forecaster,
  asked: WeightProblem,
  options: ChooseOptions,
): Promise<WeightSolution> {
  const predictor = options.predictors[by]!
  const problem = await problemFor(predictor, asked, options)
  const { timeLimitSeconds, sight, signal } = options
  const limits = { timeLimitSeconds, ...(signal ? { signal } : {}) }
  const isFormulas = asked.mode === 'raise-violator-only' || asked.objective === 'total-delay'
  if (by === 'delay-aware' && isFormulas) return optimiseWeights(problem, limits)
  if (by === 'twin') return race(problem, asked, options)
  const predict = timesBy(predictor, sight)
  const boundTimes = predictor.boundTimes?.(sight)
  return allocationsToTry(problem) === null
    ? searchWeights(problem, predict, {
        ...(boundTimes ? { boundTimes } : {}),
        ...limits,
        leastGain: LEAST_GAIN,
        maxEvaluations: MAX_SEARCH_EVALUATIONS,
        isOver: deadline(timeLimitSeconds),
      })
    : optimiseByEnumeration(problem, predict, { ...limits, leastGain: LEAST_GAIN })
}

/**
 * By the twin: all allocations, or as many as it can play of those that SDPS expects most of. A target counts
 * as kept only where SDPS keeps it as well, unless SDPS knows no weights that keep all of them.
 */
async function race(
  problem: WeightProblem,
  asked: WeightProblem,
  options: ChooseOptions,
): Promise<WeightSolution> {
  const { predictors, sight, signal } = options
  const twin = options.twin!
  const { sdps } = predictors
  const ownOfSdps = sdps && (await chooseWeights('sdps', asked, options))
  const isHeld = ownOfSdps && ownOfSdps.status !== 'infeasible' && hasTargets(asked)
  const longer = isHeld ? await longerTimes(problem, asked, sdps, options) : null
  const guide = sdps && {
    predict: timesBy(sdps, sight),
    candidates: [ownOfSdps?.weights ?? asked.currentWeights],
  }
  return raceAllocations(
    problem,
    async (weights, stage) => {
      const answers = await twin.play(weights, SEEDS[stage]!)
      return Promise.all(
        answers.map((answer, index) => {
          const times = timesOf(answer, sight)
          return longer ? longer(weights[index]!, times) : times
        }),
      )
    },
    {
      stages: SEEDS.length,
      leastGain: LEAST_GAIN,
      mostAllocations: Math.max(FEWEST_PLAYED, Math.floor(TWIN_SECONDS / twin.simulatedSeconds)),
      ...(guide ? { guide } : {}),
      ...(signal ? { signal } : {}),
    },
  )
}

function hasTargets({ targets = {} }: WeightProblem): boolean {
  return Object.keys(targets).length > 0
}

/** Of the times that the problem is about and those of another model, each anchored its own way. */
async function longerTimes(
  { factors = {} }: WeightProblem,
  asked: WeightProblem,
  other: Predictor,
  options: ChooseOptions,
): Promise<(weights: Weights, times: Times) => Promise<Times>> {
  const { factors: ofOther = {} } = await problemFor(other, asked, options)
  const predict = timesBy(other, options.sight)
  return async (weights, times) => {
    const others = await predict(weights)
    return new Map(
      [...times].map(([name, seconds]) => {
        const own = others.get(name) ?? null
        const asOwn = own === null ? null : (own * (ofOther[name] ?? 1)) / (factors[name] ?? 1)
        return [name, seconds === null || asOwn === null ? null : Math.max(seconds, asOwn)]
      }),
    )
  }
}

function deadline(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
