import type { HostLoad } from '@steelyard/model'
import type { EstimatedWindow } from './estimates/estimate-windows.ts'
import { type Ranking, rankEstimators } from './estimates/rank-estimators.ts'
import { countMeasured, scoreWindows } from './estimates/score-windows.ts'
import { hostUtilisation } from './load/host-load.ts'
import {
  answersAll,
  formulaPredictors,
  type Measured,
  type Predictors,
} from './recommendation/predictors.ts'
import { type Recommended, recommend } from './recommendation/recommend.ts'
import { type TwinAnswers, twinAnswers, twinPredictor } from './recommendation/twin-answers.ts'
import { measuredTimes } from './recorded/response-time.ts'
import type { AnalysisSettings, DomainTarget } from './settings.ts'
import type { Survey } from './survey-recording.ts'
import type { PlayedRecording } from './twin/play-recording.ts'

/** The ranking of the estimators and the recommendation of the one in use. */
export interface Forecasted extends Recommended {
  ranking: Ranking
}

/**
 * Ranks the estimators by their error, and asks the best one that can forecast about other weights.
 *
 * @param rows include the twin's times in the windows that it played
 * @param played null when the twin was left out
 */
export async function forecastAndRecommend(
  survey: Survey,
  question: { settings: AnalysisSettings; targets: readonly DomainTarget[] },
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
  signal?: AbortSignal,
): Promise<Forecasted> {
  const { load, weights, measuredBy, range, host } = survey
  const twin = played && twinAnswers(played.range, measuredBy, signal)
  const predictors = {
    ...(await formulaPredictors(survey)),
    ...(await twinAmongPredictors(survey, twin)),
  }
  const ranking = rankOn(rows, played, predictors, question.settings.estimator)
  const recommended = await recommend(
    {
      ...question,
      load,
      weights,
      predictors,
      measuredBy,
      twin,
      used: ranking.used,
      seconds: range.windows.reduce((sum, window) => sum + window.seconds, 0),
      aloneSeconds: aloneSeconds(load),
      measured: measuredOverRange(survey),
      hostUtilisation: hostUtilisation(range.windows, host.pCpus.count),
    },
    signal,
  )
  return { ...recommended, ranking }
}

async function twinAmongPredictors(
  { load, weights }: Survey,
  answers: TwinAnswers | null,
): Promise<Predictors> {
  if (!answers) return {}
  const twin = await twinPredictor(answers, weights)
  return answersAll(load, await twin.predict(weights)) ? { twin } : {}
}

/** All estimators are ranked on the same windows: if the twin played, on those that it played. */
function rankOn(
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
  usable: Predictors,
  asked: AnalysisSettings['estimator'],
): Ranking {
  const compared = played
    ? rows.filter(({ startEpochSeconds }) => played.windowMeans.has(startEpochSeconds))
    : rows
  return rankEstimators({
    errors: scoreWindows(compared).filter(({ domain }) => domain === null),
    compared: countMeasured(compared),
    usable,
    asked,
  })
}

function measuredOverRange({ guests, range }: Survey): Measured {
  return new Map(
    guests.map(({ name, measuredBy }) => [name, measuredTimes(range.windows, name, measuredBy)]),
  )
}

/**
 * A client's response time on an otherwise idle host: the CPU time of a request plus Domain-0's
 * share of it.
 */
function aloneSeconds({ domains, domain0 }: HostLoad): Record<string, number> {
  return Object.fromEntries(
    domains.map(({ name, serviceTimeSeconds }) => [
      name,
      serviceTimeSeconds + domain0.serviceTimeSeconds,
    ]),
  )
}
