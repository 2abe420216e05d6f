import type {
  AnalysedHost,
  AskedHost,
  DomainForecast,
  Forecast as ForecastSeconds,
  Headroom as HeadroomSeconds,
} from '@steelyard/analysis'
import type { Forecast, ForecastDomain, ForecastLever, Headroom } from '@steelyard/contract'
import { breakdownMs, toMs } from '../milliseconds.ts'
import { presentQuestion } from '../runs/ask-host.ts'
import { enteredMs } from '../runs/present/present-figures.ts'
import { headroomSentence, headroomWords } from './headroom-words.ts'

export function presentForecast(
  host: AnalysedHost,
  asked: AskedHost,
  { answers, notSeen, headroom }: ForecastSeconds,
): Forecast {
  const { known } = host
  return {
    question: presentQuestion(asked),
    scheduler: known.scheduling.scheduler,
    pCpus: known.load.pCpus,
    answers: answers.map(({ domains, ...answer }) => ({
      ...answer,
      domains: domains.map((domain) => presentDomain(host, domain)),
    })),
    notSeen: notSeen.map((unseen) => ({ ...unseen, text: WHY_NOT_SEEN[unseen.lever] })),
    headroom: headroom.map((each) => presentHeadroom(each, targetMsOf(host, each.domain))),
    headroomStatement: headroomSentence(headroom),
  }
}

const WHY_NOT_SEEN: Record<ForecastLever, string> = {
  'domain-0-weight':
    'SDPS lets Domain-0 run first whatever its weight, as it does when it wakes; eq (2) charges part of its work by weight. The twin shows how often it really waits.',
  tslice: 'No formula of means includes how long a vCPU may run at a stretch: ask the twin.',
  ratelimit:
    'Formulas keep the waits of Domain-0 as recorded, although part of them comes from the ratelimit: ask the twin.',
  cap: 'Eq (1)–(3) ignore caps; SDPS and the twin do not.',
  load: 'Eq (2) does not change when all rates change by one factor (E0.8).',
}

function presentDomain(host: AnalysedHost, forecast: DomainForecast): ForecastDomain {
  const { name, outlook, bracket, reach } = forecast
  return {
    domain: name,
    responseTimeMs: toMs(forecast.seconds),
    nowMs: toMs(forecast.nowSeconds),
    measuredMs: toMs(forecast.measuredSeconds),
    observedMs: enteredMs(analysedDomain(host, name)?.observedSeconds ?? null),
    anchoredMs: toMs(forecast.anchoredSeconds),
    anchoredNowMs: toMs(forecast.anchoredNowSeconds),
    outlook: {
      of: outlook.of,
      nowMs: toMs(outlook.nowSeconds),
      thenMs: toMs(outlook.thenSeconds),
    },
    breakdown: breakdownMs(forecast.breakdown),
    bracket: bracketMs(bracket),
    reach: bracketMs(reach),
    targetMs: targetMsOf(host, name),
    meetsTarget: forecast.meetsTarget,
    valid: forecast.valid,
    reasons: forecast.reasons.map(({ sentence }) => sentence),
  }
}

function analysedDomain({ domains }: AnalysedHost, name: string) {
  return domains.find((domain) => domain.name === name)
}

function targetMsOf(host: AnalysedHost, name: string): number | null {
  return enteredMs(analysedDomain(host, name)?.targetSeconds ?? null)
}

function bracketMs(bracket: DomainForecast['bracket']): ForecastDomain['bracket'] {
  return bracket && { bestMs: bracket.bestSeconds * 1000, worstMs: bracket.worstSeconds * 1000 }
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
