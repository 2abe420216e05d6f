import type {
  AnalysedHost,
  AskedHost,
  DomainForecast,
  Forecast as ForecastSeconds,
} from '@steelyard/analysis'
import type { Forecast, ForecastDomain } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentPrediction } from '../analyses/present/present-prediction.ts'
import { msOf, toMs } from '../milliseconds.ts'
import { presentQuestion } from '../runs/ask-host.ts'
import { enteredMs } from '../runs/present/present-figures.ts'
import { presentHeadroom } from '../runs/present/present-headroom.ts'

export function presentForecast(
  host: AnalysedHost,
  asked: AskedHost,
  { domains, others, notSeen, headroom, headroomState, state }: ForecastSeconds,
  playedBy: string | null,
): Forecast {
  const { known, basis } = host
  const presented = domains.map(presentDomain)
  const targets = Object.fromEntries(
    domains.map(({ name, targetSeconds }) => [name, targetSeconds]),
  )
  return {
    question: presentQuestion(asked),
    scheduler: known.scheduling.scheduler,
    pCpus: known.load.pCpus,
    predictor: basis.by,
    state,
    playedBy,
    statement: words.forecasts.forecast(presented, state),
    domains: presented,
    others: others.map(({ estimator, missing, domains: answered }) => ({
      estimator,
      missing,
      domains: answered.map(({ name, seconds }) => ({ domain: name, ms: toMs(seconds) })),
    })),
    notSeen: notSeen.map((unseen) => ({ ...unseen, text: words.forecasts.notSeen[unseen.lever] })),
    headroom: presentHeadroom(headroom, targets),
    headroomState,
    headroomStatement: words.runs.leastHeadroom(headroom),
  }
}

function presentDomain(forecast: DomainForecast): ForecastDomain {
  const { name, observedSeconds, now, then, targetSeconds, reach, reasons, ...judged } = forecast
  return {
    domain: name,
    observedMs: toMs(observedSeconds),
    now: presentPrediction(now),
    then: presentPrediction(then),
    targetMs: enteredMs(targetSeconds),
    meetsTarget: judged.meetsTarget,
    change: judged.change,
    reach: reach && { bestMs: msOf(reach.bestSeconds), worstMs: msOf(reach.worstSeconds) },
    reasons: reasons.map(({ sentence }) => sentence),
  }
}
