import {
  type DomainEstimate,
  ESTIMATORS,
  FORMULA_IDS,
  type FormulaId,
  responseTimeBracket,
  valueFor,
} from '@steelyard/model'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import type { ModelTimes, Prediction } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import { type AskedHost, asAnalysed } from './asked-host.ts'
import { askedLoad } from './asked-load.ts'
import { askedTimes, formulaTimesFor, questionOf, quickTimesNow } from './asked-times.ts'
import type { Bracket, DomainForecast, Forecast, FormulaAnswer } from './forecast.ts'
import { findHeadroom, leastFirst, limitsOf } from './headroom.ts'
import { notSeen } from './not-seen.ts'

/** Predictions that the twin has made for a question, by domain. */
export type PlayedPredictions = ReadonlyMap<string, Prediction | null>

/**
 * Answers a what-if question at once: with the predictor’s own answer if it is known or a formula,
 * otherwise provisionally.
 * @param played the twin’s predictions, once it has played this question
 */
export async function answerForecast(
  host: AnalysedHost,
  asked: AskedHost,
  played: PlayedPredictions | null = null,
): Promise<Forecast> {
  const { state, times } = askedTimes(host, asked)
  const question = questionOf(host.known, asked)
  const estimates = quickEstimates(host, asked)
  return {
    state: played ? 'final' : state,
    domains: host.known.load.domains.map(({ name }) => {
      const prediction = played
        ? (played.get(name) ?? null)
        : predictionOf(host.basis, name, times.get(name), question)
      return domainForecast(host, asked, prediction, estimates.get(name)!)
    }),
    others: FORMULA_IDS.map((estimator) => formulaAnswerOf(estimator, host, asked)),
    notSeen: notSeen(asAnalysed(host.known), asked),
    ...(await headroomOf(host, asked)),
  }
}

function domainForecast(
  { known, basis, domains }: AnalysedHost,
  asked: AskedHost,
  then: Prediction | null,
  estimate: DomainEstimate,
): DomainForecast {
  const { name, reasons } = estimate
  const analysed = domains.find((domain) => domain.name === name)
  const now = predictionOf(basis, name, valueFor(basis.now, name), 'diagnosis')
  const targetSeconds = analysed?.targetSeconds ?? null
  const isSaturated = !then && reasons.some(({ code }) => code === 'saturated')
  const meets = isSaturated
    ? false
    : then && targetSeconds !== null && then.seconds <= targetSeconds
  return {
    name,
    observedSeconds: analysed?.observedSeconds ?? null,
    now,
    then,
    targetSeconds,
    meetsTarget: targetSeconds === null ? null : meets,
    change: changeOf(now, then),
    reach: reachOf(askedLoad(known, asked).load, name, estimate, then),
    reasons,
  }
}

/** The smallest change that counts: less is the same for anyone who waits. */
const LEAST_CHANGE = 0.05

function changeOf(now: Prediction | null, then: Prediction | null): DomainForecast['change'] {
  if (!now || !then) return null
  const ratio = then.seconds / now.seconds
  if (Math.abs(ratio - 1) < LEAST_CHANGE) return 'same'
  return ratio < 1 ? 'faster' : 'slower'
}

/** The bracket of the theory in the measure of the prediction. */
function reachOf(
  load: Parameters<typeof responseTimeBracket>[1],
  name: string,
  { responseTimeSeconds }: DomainEstimate,
  then: Prediction | null,
): Bracket | null {
  const bracket = responseTimeBracket(name, load)
  if (!bracket || !then || !responseTimeSeconds) return null
  const factor = then.seconds / responseTimeSeconds
  return { bestSeconds: bracket.bestSeconds * factor, worstSeconds: bracket.worstSeconds * factor }
}

/** The quick formula’s estimates for the load of the whole range, with its reasons. */
function quickEstimates(
  { known, basis }: AnalysedHost,
  asked: AskedHost,
): Map<string, DomainEstimate> {
  const { load, weights, options, calibration } = askedLoad(known, asked)
  const { domains } = ESTIMATORS[basis.quick].estimate(load, weights, {
    ...options,
    delayAwareFit: calibration.delayAware,
  })
  return new Map(domains.map((domain) => [domain.name, domain]))
}

function formulaAnswerOf(id: FormulaId, host: AnalysedHost, asked: AskedHost): FormulaAnswer {
  const fit = host.known.calibration.delayAware
  const times = formulaTimesFor(id, host, asked)
  return {
    estimator: id,
    missing: id === 'delay-aware-calibrated' && 'missing' in fit ? fit.missing : null,
    domains: host.known.load.domains.map(({ name }) => ({
      name,
      seconds: times.get(name)?.seconds ?? null,
    })),
  }
}

/** The headroom for a question, as far as it is known without a simulation. */
export async function headroomOf(
  host: AnalysedHost,
  asked: AskedHost,
): Promise<Pick<Forecast, 'headroom' | 'headroomState'>> {
  const limits = limitsOf(host)
  const quickNow = quickTimesNow(host)
  let headroomState: Forecast['headroomState'] = 'final'
  const headroom = await findHeadroom({
    limits,
    timesAt: (loadFactor) => {
      const scaled = { ...asked, loadFactor }
      const { state, times } = askedTimes(host, scaled, quickNow)
      if (state === 'provisional') headroomState = state
      return predictionsOf(host, scaled, times)
    },
  })
  return { headroom: leastFirst(headroom), headroomState }
}

/** The predictions of all domains, from the predictor’s times for a question. */
export function predictionsOf(
  { known, basis }: AnalysedHost,
  asked: AskedHost,
  times: ModelTimes,
): Map<string, Prediction | null> {
  const question = questionOf(known, asked)
  return new Map(
    [...times].map(([domain, time]) => [domain, predictionOf(basis, domain, time, question)]),
  )
}
