import type {
  FilledQuestion,
  Forecast,
  ForecastDomain,
  ForecastEstimator,
  Headroom,
} from '@steelyard/contract'
import { ForecastEstimator as Estimators } from '@steelyard/contract'
import { type DomainEstimate, estimators } from '@steelyard/model'
import type { AnalysisLoad } from '../analyses/analysis-load.ts'
import { breakdownMs } from '../analyses/pipeline/estimate-windows.ts'
import { toMs } from '../analyses/pipeline/response-time.ts'
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
    physicalCpus: known.load.physicalCpus,
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
      const times = anchor(
        seenOf(ground, name),
        toMs(now.get(name)!.responseTimeSeconds),
        toMs(estimate.responseTimeSeconds),
      )
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

type Seen = Pick<ForecastDomain, 'measuredMs' | 'peakMs'>

function seenOf({ known, peaksMs }: ForecastGround, name: string): Seen {
  const measured = known.measured.find(({ domain }) => domain === name)
  return { measuredMs: toMs(measured?.meanSeconds), peakMs: peaksMs.get(name) ?? null }
}

function targetOf({ targets }: ForecastGround, name: string): number | null {
  return targets.find(({ domain }) => domain === name)?.responseTimeMs ?? null
}

type Times = Seen &
  Pick<ForecastDomain, 'responseTimeMs' | 'nowMs' | 'anchoredMs' | 'anchoredPeakMs'>

/** A model is trusted for the ratio: what was measured moves as its own figure does. */
function anchor(seen: Seen, nowMs: number | null, responseTimeMs: number | null): Times {
  const moved = (ms: number | null) =>
    ms !== null && nowMs !== null && nowMs > 0 && responseTimeMs !== null
      ? (ms * responseTimeMs) / nowMs
      : null
  return {
    ...{ responseTimeMs, nowMs, ...seen },
    anchoredMs: moved(seen.measuredMs),
    anchoredPeakMs: moved(seen.peakMs),
  }
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
  const limits = domains.map((domain) => ({ domain, targetMs: meanAtTarget(ground, domain) }))
  return findHeadroom(limits, (loadFactor) => {
    const estimates = estimatesBy('sdps', askedLoad(known, { ...question, loadFactor }))
    return new Map(
      domains.map((domain) => {
        const { anchoredMs, responseTimeMs } = anchor(
          seenOf(ground, domain),
          toMs(now.get(domain)!.responseTimeSeconds),
          toMs(estimates.get(domain)!.responseTimeSeconds),
        )
        return [domain, anchoredMs ?? responseTimeMs]
      }),
    )
  })
}

/** The mean at which the peak reaches the target: both move by the same ratio. */
function meanAtTarget(ground: ForecastGround, domain: string): number | null {
  const targetMs = targetOf(ground, domain)
  const { measuredMs, peakMs } = seenOf(ground, domain)
  if (targetMs === null || measuredMs === null || !peakMs) return targetMs
  return (targetMs * measuredMs) / peakMs
}
