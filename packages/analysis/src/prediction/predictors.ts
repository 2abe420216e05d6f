import {
  anchorFactor,
  byPercentile,
  carriableLoad,
  ESTIMATORS,
  type EstimateOptions,
  FORMULA_IDS,
  type FormulaId,
  factorOfWhole,
  type HostLoad,
  type Statistic,
  valueFor,
  type Weights,
} from '@steelyard/model'
import type { BoundTimes } from '@steelyard/solver'
import { type Forecaster, trustIn } from '../catalogue.ts'
import { chanceSpread, estimateLevels, percentileOf } from '../estimates/range-estimate.ts'
import { seenTime } from '../estimates/seen-time.ts'
import type { LoadLevel } from '../load/load-levels.ts'
import type { WorstWindows } from '../recorded/observed-times.ts'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { StatisticTimes } from '../settings.ts'
import { type ModelTimes, modelTimeOf } from './prediction.ts'
import { sdpsBoundsOf } from './sdps-bounds-of.ts'

/**
 * Which of a model's times is meant. `client` is the mean that clients see, whichever side
 * measured: a server's log leaves out the wait before a request first runs, which is exactly what
 * weights determine.
 */
export type Sight = Statistic | 'client'

/** A model's times under given weights, by domain. */
export type Answer = ReadonlyMap<string, Record<Sight, number | null>>

export function timesOf(answer: Answer, sight: Sight): Map<string, number | null> {
  return new Map([...answer].map(([domain, seconds]) => [domain, seconds[sight]]))
}

/** A key that is the same for equal weights, in whatever order domains are listed. */
export function weightsKey(weights: Weights): string {
  return JSON.stringify(Object.entries(weights).sort())
}

export interface Predictor {
  id: Forecaster
  predict(weights: Weights): Promise<Answer>
  /** The same times of one statistic, with the spread between runs. */
  modelTimes(weights: Weights, statistic: Statistic): Promise<ModelTimes>
  /**
   * Lower bounds for many weights at once; absent when the model has none, or none for that
   * statistic.
   */
  boundTimes?(sight: Sight): BoundTimes | null
  /** How far a measurement may be from its expectation by chance, as a spread of the logarithm. */
  chance(domain: string): number
}

/** The predictors that have an answer here. */
export type Predictors = Partial<Record<Forecaster, Predictor>>

export interface RangeLoad {
  /** The load over the whole range, as the paper's formula takes it. */
  load: HostLoad
  levels: readonly LoadLevel[]
  weights: Weights
  options: EstimateOptions
  /** The side that measured each domain. */
  measuredBy: ReadonlyMap<string, MeasuredBy | null>
  targets: WorstWindows
}

/** The answer with the statistic of the targets in the measure of the worst target window. */
export function inWorstWindow(answer: Answer, { statistic, worst }: WorstWindows): Answer {
  return new Map(
    [...answer].map(([domain, times]) => {
      const seconds = times[statistic]
      const scaled = seconds === null ? null : seconds * (valueFor(worst, domain) ?? 1)
      return [domain, { ...times, [statistic]: scaled }]
    }),
  )
}

/**
 * The predictors of the model: the published formula, which always answers, and the others that can
 * answer here.
 */
export async function formulaPredictors(range: RangeLoad): Promise<Predictors> {
  const answering = await Promise.all(
    FORMULA_IDS.map((id) => predictorOf(id, range)).map(async (predictor) =>
      predictor.id === 'delay-aware' ||
      answersAll(range.load, await predictor.predict(range.weights))
        ? [predictor]
        : [],
    ),
  )
  return Object.fromEntries(answering.flat().map((predictor) => [predictor.id, predictor]))
}

/**
 * SDPS as the guide of a search, where it has no answer of its own because one level of load is more
 * than the host can carry. Its times are none to show or to judge by. Null where nothing can be carried.
 */
export function guideOf(range: RangeLoad): Predictor | null {
  const levels = range.levels.flatMap((level) => {
    const load = carriableLoad(level.load)
    return load ? [{ ...level, load }] : []
  })
  return levels.length === 0 ? null : predictorOf('sdps', { ...range, levels })
}

/** The bounds of those formulas that have any. */
const BOUNDS: {
  readonly [Id in FormulaId]?: (range: RangeLoad, sight: Sight) => BoundTimes | null
} = {
  sdps: (range, sight) =>
    sight === 'mean' || sight === 'client' ? sdpsBoundsOf(range, sight) : null,
}

function predictorOf(id: FormulaId, range: RangeLoad): Predictor {
  const { weights: inForce, options } = range
  const bounds = BOUNDS[id]
  const levels = levelsFor(id, range)
  const now = estimateLevels(ESTIMATORS[id], levels, inForce, options)
  // Each objective tries the same grid, and it also guides the twin's race.
  const known = new Map<string, Answer>()
  const predict = async (weights: Weights) => {
    const key = weightsKey(weights)
    const answer = known.get(key) ?? formulaAnswer(id, { ...range, weights })
    known.set(key, answer)
    return answer
  }
  return {
    id,
    predict,
    modelTimes: async (weights, statistic) => formulaTimes(await predict(weights), statistic),
    ...(bounds ? { boundTimes: (sight) => bounds(range, sight) } : {}),
    chance: (domain) => chanceSpread(levels, now.get(domain)?.levels ?? []),
  }
}

/** A formula's times for a range, as if its weights had been in force throughout. */
export function formulaAnswer(id: FormulaId, range: RangeLoad): Answer {
  const { weights, options, measuredBy } = range
  const estimates = estimateLevels(ESTIMATORS[id], levelsFor(id, range), weights, options)
  const answer: Answer = new Map(
    [...estimates].map(([name, { responseTimeSeconds: client, levels, ...estimate }]) => {
      const mean = seenTime({ ...estimate, responseTimeSeconds: client }, measuredBy.get(name))
      // The tail is that of the client's time, because the part that a log leaves out hardly
      // affects it.
      const tail = (fraction: number) => {
        const seconds = percentileOf(levels, fraction)
        return mean === null || !client || seconds === null ? null : seconds * (mean / client)
      }
      return [name, { mean, client, ...byPercentile(tail) }]
    }),
  )
  return inWorstWindow(answer, range.targets)
}

/** A formula gives the same answer every time. */
export function formulaTimes(answer: Answer, statistic: Statistic): ModelTimes {
  return new Map([...answer].map(([domain, times]) => [domain, modelTimeOf([times[statistic]])]))
}

function levelsFor(id: FormulaId, range: RangeLoad): readonly LoadLevel[] {
  return ESTIMATORS[id].askedOf === 'levels' ? range.levels : [wholeOf(range)]
}

/** One load for the whole range. */
function wholeOf({ load, levels }: RangeLoad): LoadLevel {
  return { load, seconds: levels.reduce((sum, level) => sum + level.seconds, 0) }
}

/** Whether every domain with requests has a finite time. */
export function answersAll({ domains }: HostLoad, answer: Answer): boolean {
  return domains.every(
    ({ name, arrivalRatePerSecond }) =>
      arrivalRatePerSecond === 0 || (answer.get(name)?.mean ?? null) !== null,
  )
}

/** Measurements over the range, by domain. */
export type MeasuredByDomain = ReadonlyMap<string, StatisticTimes>

/**
 * The factor for each domain's times in this model: measured over modelled, for the same statistic
 * as seen by the same side, shrunk by the chance in it (`anchorFactor`). For client times, the part
 * that was measured is scaled.
 */
export async function anchorsOf(
  predictor: Predictor,
  weightsInForce: Weights,
  measured: MeasuredByDomain,
  sight: Sight,
): Promise<Record<string, number>> {
  const statistic = sight === 'client' ? 'mean' : sight
  const now = await predictor.predict(weightsInForce)
  return Object.fromEntries(
    [...now].map(([domain, modelled]) => {
      const factor = anchorFactor(measured.get(domain)?.[statistic], modelled[statistic], {
        lasting: trustIn(predictor.id).lastingSpread,
        chance: predictor.chance(domain),
      })
      return [
        domain,
        sight === 'client' ? factorOfWhole(factor, modelled.mean, modelled.client) : factor,
      ]
    }),
  )
}
