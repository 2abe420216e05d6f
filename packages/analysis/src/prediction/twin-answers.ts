import { byStatistic, type Weights } from '@steelyard/model'
import { type PlayedTimes, playedTimes, playWeights } from '@steelyard/simulator'
import type { MeasuredBy } from '../recorded/response-time.ts'
import { DRAIN_SECONDS } from '../run/play-run.ts'
import type { PlayedRange } from '../twin/play-recording.ts'
import { modelTimeOf, spreadOfLogs } from './prediction.ts'
import {
  type Answer,
  inWorstWindow,
  type Predictor,
  type RangeLoad,
  type Sight,
  weightsKey,
} from './predictors.ts'

/** A prediction is the mean over these seeds. */
export const PREDICTION_SEEDS = [1, 2, 3, 4, 5] as const

/** The twin of a range, which plays given weights run by run. */
export interface TwinAnswers {
  /**
   * The result of one run under each of the weights. Runs with the same seed receive the same
   * requests.
   */
  play(weights: readonly Weights[], seed: number): Promise<Answer[]>
  /** What one run costs: the events that it processes under the weights in force. */
  eventsPerRun: number
}

/** Results are cached by weights and seed; those of the analysis itself are there from the start. */
export function twinAnswers(
  { config, horizonSeconds, weights: inForce, results }: PlayedRange,
  { measuredBy, targets }: Pick<RangeLoad, 'measuredBy' | 'targets'>,
  signal?: AbortSignal,
): TwinAnswers {
  const keyOf = (weights: Weights, seed: number) => `${seed} ${weightsKey(weights)}`
  const seen = (times: readonly PlayedTimes[]) =>
    inWorstWindow(answerOf(times, measuredBy), targets)
  const known = new Map(
    results.map((result) => [keyOf(inForce, result.seed), seen(playedTimes(result))]),
  )
  return {
    eventsPerRun: results[0]!.events,
    async play(weights, seed) {
      const missing = weights.filter((each) => !known.has(keyOf(each, seed)))
      const runs = missing.map((each) => ({ weights: each, seed }))
      const played = await playWeights(config, runs, {
        horizonSeconds,
        drainSeconds: DRAIN_SECONDS,
        ...(signal ? { signal } : {}),
      })
      for (const [index, each] of missing.entries()) {
        known.set(keyOf(each, seed), seen(played[index]!))
      }
      return weights.map((each) => known.get(keyOf(each, seed))!)
    },
  }
}

function answerOf(
  domains: readonly PlayedTimes[],
  measuredBy: ReadonlyMap<string, MeasuredBy | null>,
): Answer {
  return new Map(
    domains.map(({ name, responseTime, loggedTime }) => {
      const seen = measuredBy.get(name) === 'access-log' ? loggedTime : responseTime
      return [name, { ...seen, client: responseTime.mean }]
    }),
  )
}

/** One answer for each seed of a prediction. */
export function runsUnder(twin: TwinAnswers, weights: Weights): Promise<Answer[]> {
  return Promise.all(PREDICTION_SEEDS.map(async (seed) => (await twin.play([weights], seed))[0]!))
}

/**
 * The mean of the twin's runs. Chance in the measurement is estimated by the difference between
 * runs.
 */
export async function twinPredictor(
  twin: TwinAnswers,
  weightsInForce: Weights,
): Promise<Predictor> {
  const runs = (weights: Weights) => runsUnder(twin, weights)
  const now = await runs(weightsInForce)
  return {
    id: 'twin',
    chance: (domain) => spreadOfLogs(now.flatMap((run) => run.get(domain)?.mean ?? [])),
    predict: async (weights) => meanOf(await runs(weights)),
    modelTimes: async (weights, statistic) => {
      const played = await runs(weights)
      return new Map(
        [...played[0]!.keys()].map((domain) => [
          domain,
          modelTimeOf(played.map((run) => run.get(domain)?.[statistic])),
        ]),
      )
    },
  }
}

function meanOf(runs: readonly Answer[]): Answer {
  return new Map(
    [...runs[0]!.keys()].map((domain) => {
      const mean = (sight: Sight) => {
        const values = runs.flatMap((run) => run.get(domain)![sight] ?? [])
        const sum = values.reduce((total, value) => total + value, 0)
        return values.length < runs.length ? null : sum / runs.length
      }
      return [domain, { ...byStatistic(mean), client: mean('client') }]
    }),
  )
}
