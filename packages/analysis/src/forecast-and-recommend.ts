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

/** Which estimator is used, and what it recommends. */
export interface Forecasted extends Recommended {
  ranking: Ranking
}

/**
 * Ranks the estimators by how close they were, and asks the best that can forecast for other weights.
 *
 * @param rows with the twin's times in the windows that it played
 * @param played null where the twin was left out
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

/** All on the same windows: those that the twin played, where it did. */
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

/** What a client would wait with the host to itself: the CPU time of a request and Domain-0's part in it. */
function aloneSeconds({ domains, domain0 }: HostLoad): Record<string, number> {
  return Object.fromEntries(
    domains.map(({ name, serviceTimeSeconds }) => [
      name,
      serviceTimeSeconds + domain0.serviceTimeSeconds,
    ]),
  )
}
