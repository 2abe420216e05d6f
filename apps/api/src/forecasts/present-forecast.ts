import type {
  AnalysedHost,
  AskedHost,
  DomainForecast,
  Forecast as ForecastSeconds,
} from '@steelyard/analysis'
import type { Forecast, ForecastDomain, ForecastLever } from '@steelyard/contract'
import { presentPrediction } from '../analyses/present/present-prediction.ts'
import { toMs } from '../milliseconds.ts'
import { presentQuestion } from '../runs/ask-host.ts'
import { headroomSentence } from '../runs/present/headroom-words.ts'
import { enteredMs } from '../runs/present/present-figures.ts'
import { presentHeadroom } from '../runs/present/present-headroom.ts'
import { forecastSentence } from './forecast-words.ts'

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
    statement: forecastSentence(presented, state),
    domains: presented,
    others: others.map(({ estimator, missing, domains: answered }) => ({
      estimator,
      missing,
      domains: answered.map(({ name, seconds }) => ({ domain: name, ms: toMs(seconds) })),
    })),
    notSeen: notSeen.map((unseen) => ({ ...unseen, text: WHY_NOT_SEEN[unseen.lever] })),
    headroom: presentHeadroom(headroom, targets),
    headroomState,
    headroomStatement: headroomSentence(headroom),
  }
}

const WHY_NOT_SEEN: Record<ForecastLever, string> = {
  'domain-0-weight':
    'The queueing formula lets Domain-0 run first whatever its weight, as it does when it wakes; the delay-aware formula charges part of its work by weight. The simulation shows how often it really waits.',
  tslice: 'No formula of means includes how long a vCPU may run at a stretch: ask the simulation.',
  ratelimit:
    'Formulas keep the waits of Domain-0 as recorded, although part of them comes from the ratelimit: ask the simulation.',
  cap: 'The delay-aware formula ignores caps; the queueing formula and the simulation do not.',
  load: 'The delay-aware formula as published does not change when all rates change by one factor.',
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
    reach: reach && { bestMs: reach.bestSeconds * 1000, worstMs: reach.worstSeconds * 1000 },
    reasons: reasons.map(({ sentence }) => sentence),
  }
}
