import type {
  AnalysedHost,
  AskedHost,
  DomainForecast,
  Forecast as ForecastSeconds,
  Headroom as HeadroomSeconds,
} from '@steelyard/analysis'
import type { Forecast, ForecastDomain, ForecastLever, Headroom } from '@steelyard/contract'
import { presentPrediction } from '../analyses/present/present-prediction.ts'
import { toMs } from '../milliseconds.ts'
import { presentQuestion } from '../runs/ask-host.ts'
import { enteredMs } from '../runs/present/present-figures.ts'
import { forecastSentence } from './forecast-words.ts'
import { headroomSentence, headroomWords } from './headroom-words.ts'

export function presentForecast(
  host: AnalysedHost,
  asked: AskedHost,
  { domains, others, notSeen, headroom, state }: ForecastSeconds,
): Forecast {
  const { known, basis } = host
  const presented = domains.map(presentDomain)
  return {
    question: presentQuestion(asked),
    scheduler: known.scheduling.scheduler,
    pCpus: known.load.pCpus,
    predictor: basis.by,
    state,
    statement: forecastSentence(presented),
    domains: presented,
    others: others.map(({ estimator, missing, domains: answered }) => ({
      estimator,
      missing,
      domains: answered.map(({ name, seconds }) => ({ domain: name, ms: toMs(seconds) })),
    })),
    notSeen: notSeen.map((unseen) => ({ ...unseen, text: WHY_NOT_SEEN[unseen.lever] })),
    headroom: headroom.map((each) => presentHeadroom(each, targetMsOf(host, each.domain))),
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

function targetMsOf({ domains }: AnalysedHost, name: string): number | null {
  return enteredMs(domains.find((domain) => domain.name === name)?.targetSeconds ?? null)
}

function presentHeadroom(headroom: HeadroomSeconds, targetMs: number | null): Headroom {
  const { points, ...rest } = headroom
  return {
    ...rest,
    statement: headroomWords(headroom, targetMs),
    points: points.map(({ loadFactor, seconds }) => ({
      loadFactor,
      responseTimeMs: seconds * 1000,
    })),
  }
}
