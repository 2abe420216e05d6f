import type { AnalysisLoad } from '@steelyard/analysis'
import { breakdownMs, seenTime, toMs } from '@steelyard/analysis'
import type {
  FilledQuestion,
  Forecast,
  ForecastDomain,
  ForecastEstimator,
  Headroom,
} from '@steelyard/contract'
import { ForecastEstimator as Estimators } from '@steelyard/contract'
import {
  anchorFactor,
  availableToGuests,
  type DomainEstimate,
  estimators,
  lastingSpread,
  relativeScatter,
} from '@steelyard/model'
import { askedLoad } from './asked-load.ts'
import { bracketsMs } from './brackets.ts'
import { asAnalysed } from './fill-question.ts'
import type { ForecastGround } from './forecast-ground.ts'
import { findHeadroom } from './headroom.ts'
import { notSeen } from './not-seen.ts'

/** What formulas say at once: response times by each, what they cannot see, and how much more load is left. */
export async function answerForecast(
  ground: ForecastGround,
  question: FilledQuestion,
): Promise<Forecast> {
  const { known } = ground
  return {
    question,
    scheduler: known.scheduling.scheduler,
    pCpus: known.load.pCpus,
    answers: Estimators.options.map((estimator) => answerBy(estimator, ground, question)),
    notSeen: notSeen(asAnalysed(known), question),
    headroom: await headroomOf(ground, question),
  }
}

function answerBy(
  estimator: ForecastEstimator,
  ground: ForecastGround,
  question: FilledQuestion,
): Forecast['answers'][number] {
  const { known } = ground
  const asked = askedLoad(known, question)
  const now = estimatesBy(estimator, known)
  const then = estimatesBy(estimator, asked)
  const brackets = bracketsMs(asked.load)
  const fit = known.calibration.delayAware
  return {
    estimator,
    missing: estimator === 'delay-aware-calibrated' && 'missing' in fit ? fit.missing : null,
    domains: known.load.domains.map(({ name }): ForecastDomain => {
      const estimate = then.get(name)!
      const times = anchor(estimator, ground, name, {
        nowMs: seenMs(known, now.get(name)!),
        responseTimeMs: seenMs(known, estimate),
      })
      const targetMs = targetOf(ground, name)
      return {
        domain: name,
        ...times,
        breakdown: breakdownMs(estimate.breakdown),
        bracket: brackets.get(name) ?? null,
        targetMs,
        meetsTarget: meets(times, targetMs, estimate),
        valid: estimate.valid,
        reasons: estimate.reasons.map(({ sentence }) => sentence),
      }
    }),
  }
}

function estimatesBy(
  estimator: ForecastEstimator,
  { load, weights, options, calibration }: AnalysisLoad,
): Map<string, DomainEstimate> {
  const { domains } = estimators[estimator].estimate(load, weights, {
    ...options,
    delayAwareFit: calibration.delayAware,
  })
  return new Map(domains.map((domain) => [domain.name, domain]))
}

/** The time that was measured: that of clients, or that of the server's log. */
function seenMs({ measured }: AnalysisLoad, estimate: DomainEstimate): number | null {
  const { measuredBy } = measured.find(({ domain }) => domain === estimate.name) ?? {}
  return toMs(seenTime(estimate, measuredBy))
}

type Seen = Pick<ForecastDomain, 'measuredMs' | 'peakMs'>

function seenOf({ known, peaksMs }: ForecastGround, name: string): Seen {
  const measured = known.measured.find(({ domain }) => domain === name)
  return { measuredMs: toMs(measured?.meanSeconds), peakMs: peaksMs.get(name) ?? null }
}

function targetOf({ targets }: ForecastGround, name: string): number | null {
  return targets.find(({ domain }) => domain === name)?.responseTimeMs ?? null
}

type Modelled = Pick<ForecastDomain, 'responseTimeMs' | 'nowMs'>
type Times = Seen &
  Modelled &
  Pick<ForecastDomain, 'anchoredMs' | 'anchoredNowMs' | 'anchoredPeakMs' | 'anchoredPeakNowMs'>

/** Of an exponential distribution, over its mean. */
const tail = { mean: 1, p95: -Math.log(0.05) }

/** What a model says, scaled towards what was measured: means by means, percentiles by percentiles. */
function anchor(
  estimator: ForecastEstimator,
  ground: ForecastGround,
  name: string,
  { nowMs, responseTimeMs }: Modelled,
): Times {
  const seen = seenOf(ground, name)
  const spreads = { lasting: lastingSpread[estimator], chance: chanceOf(ground) }
  const scaled = (ms: number | null, measuredMs: number | null, times = 1) =>
    ms === null || measuredMs === null || !nowMs
      ? null
      : ms * times * anchorFactor(measuredMs, nowMs * times, spreads)
  return {
    responseTimeMs,
    nowMs,
    ...seen,
    anchoredMs: scaled(responseTimeMs, seen.measuredMs),
    anchoredNowMs: scaled(nowMs, seen.measuredMs),
    anchoredPeakMs: scaled(responseTimeMs, seen.peakMs, tail[ground.statistic]),
    anchoredPeakNowMs: scaled(nowMs, seen.peakMs, tail[ground.statistic]),
  }
}

function chanceOf({ known: { load, range } }: ForecastGround): number {
  const seconds = range.toEpochSeconds - range.fromEpochSeconds
  return relativeScatter(load, availableToGuests(load), seconds)
}

/** An own queue without end meets no target; where an estimator cannot speak of a domain it is left open. */
function meets(
  { anchoredPeakMs, anchoredMs, responseTimeMs }: Times,
  targetMs: number | null,
  { reasons }: DomainEstimate,
): boolean | null {
  if (targetMs === null) return null
  if (reasons.some(({ code }) => code === 'saturated')) return false
  const timeMs = anchoredPeakMs ?? anchoredMs ?? responseTimeMs
  return timeMs === null ? null : timeMs <= targetMs
}

async function headroomOf(ground: ForecastGround, question: FilledQuestion): Promise<Headroom[]> {
  const { known } = ground
  const now = estimatesBy('sdps', known)
  const domains = known.load.domains
    .filter(({ arrivalRatePerSecond }) => arrivalRatePerSecond > 0)
    .map(({ name }) => name)
  const limits = domains.map((domain) => ({
    domain,
    targetMs: meanAtTarget(ground, domain, seenMs(known, now.get(domain)!)),
  }))
  return findHeadroom(limits, (loadFactor) => {
    const estimates = estimatesBy('sdps', askedLoad(known, { ...question, loadFactor }))
    return new Map(
      domains.map((domain) => {
        const { anchoredMs, responseTimeMs } = anchor('sdps', ground, domain, {
          nowMs: seenMs(known, now.get(domain)!),
          responseTimeMs: seenMs(known, estimates.get(domain)!),
        })
        return [domain, anchoredMs ?? responseTimeMs]
      }),
    )
  })
}

/** The anchored mean at which the anchored statistic reaches the target: both move by the same ratio. */
function meanAtTarget(ground: ForecastGround, domain: string, nowMs: number | null): number | null {
  const targetMs = targetOf(ground, domain)
  const { anchoredNowMs, anchoredPeakNowMs } = anchor('sdps', ground, domain, {
    nowMs,
    responseTimeMs: nowMs,
  })
  if (targetMs === null || anchoredNowMs === null || !anchoredPeakNowMs) return targetMs
  return (targetMs * anchoredNowMs) / anchoredPeakNowMs
}
