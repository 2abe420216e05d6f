import { type Statistic, valueFor, type Weights } from '@steelyard/model'
import {
  allocationsToTry,
  optimiseByEnumeration,
  optimiseWeights,
  type PlayedChangeOptions,
  type PlayStage,
  type PredictTimes,
  playSmallestChange,
  raceAllocations,
  rankAllocations,
  searchWeights,
  smallestChange,
  type Times,
  type WeightProblem,
  type WeightSolution,
} from '@steelyard/solver'
import type { Forecaster } from '../catalogue.ts'
import {
  anchorsOf,
  type MeasuredByDomain,
  type Predictor,
  type Predictors,
  type Sight,
  timesOf,
} from '../prediction/predictors.ts'
import { PREDICTION_SEEDS as SEEDS, type TwinAnswers } from '../prediction/twin-answers.ts'
import { LEAST_GAIN } from './gate.ts'

const MAX_SEARCH_EVALUATIONS = 2000
/**
 * Events in the first stage of a race, which take some seconds to compute. Events and not simulated
 * time, because five minutes of a quiet host cost less than half a minute of a busy one.
 */
const RACE_EVENTS = 40_000_000
/** The least number of allocations in a race, however long the recording is. */
const FEWEST_PLAYED = 12

export interface ChooseOptions {
  predictors: Predictors
  measured: MeasuredByDomain
  /** The times that the objective is a function of. */
  sight: Sight
  /** The statistic that the targets refer to. */
  targetStatistic: Statistic
  /** Whether predictions are scaled towards the measurements. */
  anchored: boolean
  /** Null when the twin was left out. */
  twin: TwinAnswers | null
  /** Ranks allocations for a search where SDPS has no answer. */
  guide: Predictor | null
  /** Where a search by the twin begins, besides the weights in force. */
  starts: readonly Weights[]
  timeLimitSeconds: number
  signal?: AbortSignal
}

/** The question with the factors of one model. */
export async function problemFor(
  predictor: Predictor,
  problem: WeightProblem,
  options: Pick<ChooseOptions, 'measured' | 'sight' | 'anchored' | 'targetStatistic'>,
): Promise<WeightProblem> {
  const { measured, sight, anchored, targetStatistic } = options
  const { currentWeights, targets = {}, softTargets = {} } = problem
  const now = await predictor.predict(currentWeights)
  const factorsFor = async (each: Sight) => {
    const factors = await anchorsOf(predictor, currentWeights, measured, each)
    return each === targetStatistic
      ? withMeasuredMisses(factors, timesOf(now, each), measured, targetStatistic, {
          ...softTargets,
          ...targets,
        })
      : factors
  }
  const factors = anchored ? await factorsFor(sight) : {}
  const asked = anchored ? { ...problem, factors } : problem
  const named = Object.keys(targets).length + Object.keys(softTargets).length
  if (sight === targetStatistic || named === 0) return asked
  const ofTargets = anchored ? await factorsFor(targetStatistic) : {}
  // If the minimised time differs from the one that targets refer to, the targets are scaled by
  // the ratio of the two on the host as it is.
  const inSight = (all: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(all).map(([domain, seconds]) => {
        const times = now.get(domain)
        const seen = (times?.[sight] ?? 0) * (valueFor(factors, domain) ?? 1)
        const promised = (times?.[targetStatistic] ?? 0) * (valueFor(ofTargets, domain) ?? 1)
        return [domain, seen > 0 && promised > 0 ? (seconds * seen) / promised : seconds]
      }),
    )
  return { ...asked, targets: inSight(targets), softTargets: inSight(softTargets) }
}

/**
 * A measured miss is a fact. Where the prediction, drawn towards the model, would keep a target that
 * the recording shows missed, the objective takes the measurement instead.
 */
function withMeasuredMisses(
  factors: Readonly<Record<string, number>>,
  now: Times,
  measured: MeasuredByDomain,
  statistic: Statistic,
  targets: Readonly<Record<string, number>>,
): Record<string, number> {
  const missed = Object.entries(targets).flatMap(([domain, target]) => {
    const seconds = measured.get(domain)?.[statistic] ?? null
    const modelled = now.get(domain) ?? null
    if (seconds === null || !modelled || seconds <= target) return []
    const factor = seconds / modelled
    return factor > (valueFor(factors, domain) ?? 1) ? [[domain, factor] as const] : []
  })
  return { ...factors, ...Object.fromEntries(missed) }
}

function timesBy({ predict }: Predictor, sight: Sight): PredictTimes {
  return async (weights) => timesOf(await predict(weights), sight)
}

/**
 * The weights that one model would choose. The published formula solves its own objective by its
 * integer program, and the twin races all allocations. Other models enumerate the whole grid or, if
 * that is too large, search it with the bounds that the model gives.
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
  const otherwise = () => chooseWeights(by, { ...asked, mode: 'keep-targets' }, options)
  const isSmallest = asked.mode === 'smallest-change'
  if (by === 'twin') {
    return isSmallest
      ? playSmallest(problem, asked, { ...options, otherwise })
      : race(problem, asked, options)
  }
  const predict = timesBy(predictor, sight)
  if (isSmallest) {
    const maxEvaluations = MAX_SEARCH_EVALUATIONS
    return smallestChange(problem, predict, {
      maxEvaluations,
      otherwise,
      ...(signal ? { signal } : {}),
    })
  }
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
 * Optimises with the twin, over all allocations or, where those are too many, by a search that begins
 * at the weights in force, at `starts` and at those that SDPS ranks highest. A target counts as met
 * only when SDPS meets it as well, unless SDPS finds no weights that meet all of them, or sees no
 * difference between weights.
 */
async function race(
  problem: WeightProblem,
  asked: WeightProblem,
  options: ChooseOptions,
): Promise<WeightSolution> {
  const { predictors, sight, signal } = options
  const { sdps } = predictors
  const ownOfSdps = sdps && (await chooseWeights('sdps', asked, options))
  const ranking = sdps ?? options.guide
  const guide = {
    predict: ranking ? timesBy(ranking, sight) : null,
    starts: [...(ownOfSdps?.weights ? [ownOfSdps.weights] : []), ...options.starts],
  }
  return raceAllocations(problem, await playedBy(problem, asked, ownOfSdps, options), {
    stages: SEEDS.length,
    leastGain: LEAST_GAIN,
    mostAllocations: mostPlayed(options),
    guide,
    ...(signal ? { signal } : {}),
  })
}

/** The smallest change by the twin, with the targets held as in a race. */
async function playSmallest(
  problem: WeightProblem,
  asked: WeightProblem,
  options: ChooseOptions & Pick<PlayedChangeOptions, 'otherwise'>,
): Promise<WeightSolution> {
  const { predictors, sight, otherwise, signal } = options
  const { sdps } = predictors
  const ownOfSdps = sdps && (await chooseWeights('sdps', asked, options))
  const ranking = sdps ?? options.guide
  const ranked = ranking && (await problemFor(ranking, asked, options))
  return playSmallestChange(problem, await playedBy(problem, asked, ownOfSdps, options), {
    stages: SEEDS.length,
    mostAllocations: mostPlayed(options),
    rank: async (ring) =>
      ranking && ranked ? rankAllocations(ranked, timesBy(ranking, sight), ring) : ring,
    otherwise,
    ...(signal ? { signal } : {}),
  })
}

function mostPlayed({ twin }: ChooseOptions): number {
  return Math.max(FEWEST_PLAYED, Math.floor(RACE_EVENTS / twin!.eventsPerRun))
}

/** The twin's times, where targets are held by SDPS the longer of both. */
async function playedBy(
  problem: WeightProblem,
  asked: WeightProblem,
  ownOfSdps: WeightSolution | undefined,
  options: ChooseOptions,
): Promise<PlayStage> {
  const { sdps } = options.predictors
  const isHeld =
    sdps &&
    ownOfSdps &&
    ownOfSdps.status !== 'infeasible' &&
    hasTargets(asked) &&
    (await seesWeights(sdps, asked, options))
  const longer = isHeld ? await longerTimes(problem, asked, sdps, options) : null
  return async (weights, stage) => {
    const answers = await options.twin!.play(weights, SEEDS[stage]!)
    return Promise.all(
      answers.map((answer, index) => {
        const times = timesOf(answer, options.sight)
        return longer ? longer(weights[index]!, times) : times
      }),
    )
  }
}

/** A model's times that change by less than this do not depend on the weights. */
const SAME_TIME = 1e-3

/** Whether the times of the domains with targets differ between the weights that a search starts at. */
async function seesWeights(
  { predict }: Predictor,
  { currentWeights, targets = {} }: WeightProblem,
  { sight, starts }: ChooseOptions,
): Promise<boolean> {
  const now = timesOf(await predict(currentWeights), sight)
  for (const weights of starts) {
    const then = timesOf(await predict(weights), sight)
    const differs = Object.keys(targets).some((name) => {
      const [before, after] = [now.get(name), then.get(name)]
      return before != null && after != null && Math.abs(after / before - 1) > SAME_TIME
    })
    if (differs) return true
  }
  return false
}

function hasTargets({ targets = {} }: WeightProblem): boolean {
  return Object.keys(targets).length > 0
}

/**
 * The longer of the times of the problem's model and of another model, each with its own anchors.
 */
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
        const asOwn =
          own === null
            ? null
            : (own * (valueFor(ofOther, name) ?? 1)) / (valueFor(factors, name) ?? 1)
        return [name, seconds === null || asOwn === null ? null : Math.max(seconds, asOwn)]
      }),
    )
  }
}

function deadline(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
