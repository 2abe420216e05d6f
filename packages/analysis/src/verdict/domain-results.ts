import {
  type Breakdown,
  ESTIMATOR_IDS,
  type JudgedDomain,
  percentile95,
  type Reason,
  share,
  valueFor,
} from '@steelyard/model'
import { runnableWaitPerRequest, utilisationOf } from '../load/host-load.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { type PredictorBasis, predictionOf } from '../prediction/predictor-basis.ts'
import type { Guest } from '../recorded/guests.ts'
import { phaseLoads } from '../recorded/phase-loads.ts'
import type { Span, Window } from '../recorded/recorded-host.ts'
import {
  arrivalRate,
  busyArrivalRate,
  requestRates,
  windowsForRates,
} from '../recorded/request-rates.ts'
import { measuredResponseTime, type ResponseTime } from '../recorded/response-time.ts'
import type { DomainTarget } from '../settings.ts'
import type { Survey } from '../survey-recording.ts'
import type { EstimatorId } from './catalogue.ts'
import { type Estimates, estimateLoad } from './estimate-load.ts'
import { seenTime } from './seen-time.ts'

/** One estimator's result for a domain. */
export interface EstimatedTime {
  estimator: EstimatorId
  /** Response time as the measuring side sees it. Null when it is not finite. */
  seconds: number | null
  breakdown: Breakdown | null
  valid: boolean
  /** Null when the estimator was not asked, for lack of a service time. */
  reasons: readonly Reason[] | null
}

/** The results for a domain over the decision range. */
export interface DomainResult {
  domain: string
  weight: number
  share: number
  arrivalRatePerSecond: number
  busyArrivalRatePerSecond: number
  serviceTimeSeconds: number | null
  /** CPU seconds per second of one pCPU. */
  utilisation: number | null
  runnableWaitPerRequestSeconds: number | null
  measured: ResponseTime | null
  /** The value that is compared with the target. */
  observedResponseTimeSeconds: number | null
  meetsTarget: boolean | null
  /** Of the host as it was analysed, in the statistic of the targets. */
  predictedNow: Prediction | null
  estimates: EstimatedTime[]
}

export interface PhaseResult {
  span: Span
  domains: PhaseDomain[]
}

interface PhaseDomain {
  domain: string
  weight: number
  arrivalRatePerSecond: number
  measured: ResponseTime | null
  /** `twin` is present for the phases that it played in full. */
  estimatesSeconds: Partial<Record<EstimatorId, number | null>>
  /** Estimators that give no figure here, or flag the one they give as invalid. */
  notValid: EstimatorId[]
}

/**
 * The values that eq (5) and (6) compare. For the requests answered and offered per second they are
 * the 95th percentiles over windows.
 * @param responseTimeOf null where nothing was measured
 */
export function judgedDomains(
  windows: readonly Window[],
  guests: readonly Guest[],
  targets: readonly DomainTarget[],
  responseTimeOf: (guest: Guest) => number | null,
): JudgedDomain[] {
  return guests.map((guest) => {
    const { name } = guest
    const target = targets.find((t) => t.domain === name)
    const rates = windowsForRates(windows).map((window) => {
      const observation = window.byDomain.get(name)
      return requestRates(window, observation?.clientRequests ?? observation?.requests ?? null)
    })
    return {
      name,
      observedResponseTimeSeconds: responseTimeOf(guest),
      observedThroughputPerSecond: percentile95(rates.map((rate) => rate.answeredPerSecond)),
      offeredPerSecond: percentile95(rates.map((rate) => rate.offeredPerSecond)),
      ...(target ? { target: promiseOf(target) } : {}),
    }
  })
}

function promiseOf({
  responseTimeSeconds,
  throughputPerSecond,
}: DomainTarget): NonNullable<JudgedDomain['target']> {
  return {
    ...(responseTimeSeconds === null ? {} : { responseTimeSeconds }),
    ...(throughputPerSecond === null ? {} : { throughputPerSecond }),
  }
}

export function domainResults(
  { guests, weights, load, options, range: { windows } }: Survey,
  known: {
    estimates: Estimates
    judged: readonly JudgedDomain[]
    violators: readonly string[]
    basis: PredictorBasis
  },
): DomainResult[] {
  const names = guests.map((guest) => guest.name)
  const shares = share(weights, names, options.normalisation ?? 'guests')
  return guests.map(({ name, measuredBy }) => {
    const domain = load.domains.find((d) => d.name === name)
    const judged = known.judged.find((each) => each.name === name)!
    return {
      domain: name,
      weight: weights[name]!,
      share: shares.domains[name]!,
      arrivalRatePerSecond: arrivalRate(windows, name),
      busyArrivalRatePerSecond: busyArrivalRate(windows, name),
      serviceTimeSeconds: domain?.serviceTimeSeconds ?? null,
      utilisation: utilisationOf(windows, name),
      runnableWaitPerRequestSeconds: runnableWaitPerRequest(windows, name),
      measured: measuredResponseTime(windows, name, measuredBy),
      observedResponseTimeSeconds: judged.observedResponseTimeSeconds,
      meetsTarget: meetsTarget(judged, known.violators),
      predictedNow: predictionOf(known.basis, name, valueFor(known.basis.now, name), 'diagnosis'),
      estimates: ESTIMATOR_IDS.map((estimator) => {
        const estimate = known.estimates.get(estimator)?.get(name)
        return {
          estimator,
          seconds: estimate ? seenTime(estimate, measuredBy) : null,
          breakdown: estimate?.breakdown ?? null,
          valid: estimate?.valid ?? false,
          reasons: estimate?.reasons ?? null,
        }
      }),
    }
  })
}

/** Null when there is no target, or no measurement to compare it with. */
function meetsTarget(domain: JudgedDomain, violators: readonly string[]): boolean | null {
  const { target } = domain
  const comparable =
    (target?.responseTimeSeconds !== undefined && domain.observedResponseTimeSeconds !== null) ||
    (target?.throughputPerSecond !== undefined && domain.observedThroughputPerSecond !== null)
  return comparable ? !violators.includes(domain.name) : null
}

/** Estimates each phase with its own load and the weights in force during it. */
export function phaseResults(
  { host, windows: all, guests, calibration, options }: Survey,
  phases: readonly Span[],
): PhaseResult[] {
  return phaseLoads(host, all, guests, phases, calibration).map((phase) => {
    const { span, windows, weights, load, delayAwareFit } = phase
    const estimates = estimateLoad(load, weights, { ...options, delayAwareFit })
    return {
      span,
      domains: guests.map(({ name, measuredBy }) => ({
        domain: name,
        weight: weights[name]!,
        arrivalRatePerSecond: arrivalRate(windows, name),
        measured: measuredResponseTime(windows, name, measuredBy),
        estimatesSeconds: Object.fromEntries(
          ESTIMATOR_IDS.map((id) => {
            const estimate = estimates.get(id)?.get(name)
            return [id, estimate ? seenTime(estimate, measuredBy) : null]
          }),
        ),
        notValid: ESTIMATOR_IDS.filter((id) => !estimates.get(id)?.get(name)?.valid),
      })),
    }
  })
}
