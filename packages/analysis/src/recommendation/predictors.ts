import {
  anchorFactor,
  ESTIMATORS,
  type EstimateOptions,
  FORMULA_IDS,
  type FormulaId,
  factorOfWhole,
  type HostLoad,
  type Weights,
} from '@steelyard/model'
import type { BoundTimes } from '@steelyard/solver'
import { type Forecaster, trustIn } from '../estimates/catalogue.ts'
import { chanceSpread, estimateLevels, percentile95 } from '../estimates/range-estimate.ts'
import { seenTime } from '../estimates/seen-time.ts'
import type { LoadLevel } from '../load/load-levels.ts'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { Statistic } from '../settings.ts'
import { sdpsBoundsOf } from './sdps-bounds-of.ts'

/**
 * Response time of a domain in seconds, as seen by the side that measured it. Null when it is not
 * finite.
 */
export type StatisticTimes = Record<Statistic, number | null>

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

/** The bounds of those formulas that have any. */
const BOUNDS: {
  readonly [Id in FormulaId]?: (range: RangeLoad, sight: Sight) => BoundTimes | null
} = {
  sdps: (range, sight) => (sight === 'p95' ? null : sdpsBoundsOf(range, sight)),
}

function predictorOf(id: FormulaId, range: RangeLoad): Predictor {
  const { weights: inForce, options, measuredBy } = range
  const bounds = BOUNDS[id]
  const levels = ESTIMATORS[id].askedOf === 'levels' ? range.levels : [wholeOf(range)]
  const ask = (weights: Weights) => estimateLevels(ESTIMATORS[id], levels, weights, options)
  const now = ask(inForce)
  const answerTo = (weights: Weights): Answer =>
    new Map(
      [...ask(weights)].map(([name, estimate]) => {
        const mean = seenTime(estimate, measuredBy.get(name))
        // The tail is that of the client's time, because the part that a log leaves out hardly
        // affects it.
        const client = estimate.responseTimeSeconds
        const p95 = percentile95(estimate.levels)
        return [
          name,
          {
            mean,
            client,
            p95: mean === null || !client || p95 === null ? null : p95 * (mean / client),
          },
        ]
      }),
    )
  // Each objective tries the same grid, and it also guides the twin's race.
  const known = new Map<string, Answer>()
  return {
    id,
    ...(bounds ? { boundTimes: (sight) => bounds(range, sight) } : {}),
    chance: (domain) => chanceSpread(levels, now.get(domain)?.levels ?? []),
    async predict(weights) {
      const key = weightsKey(weights)
      const answer = known.get(key) ?? answerTo(weights)
      known.set(key, answer)
      return answer
    },
  }
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
export type Measured = ReadonlyMap<string, StatisticTimes>

/**
 * The factor for each domain's times in this model: measured over modelled, for the same statistic
 * as seen by the same side, shrunk by the chance in it (`anchorFactor`). For client times, the part
 * that was measured is scaled.
 */
export async function anchorsOf(
  predictor: Predictor,
  weightsInForce: Weights,
  measured: Measured,
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
