import {
  type Breakdown,
  ESTIMATOR_IDS,
  type JudgedDomain,
  type Reason,
  share,
  valueFor,
} from '@steelyard/model'
import type { EstimatorId } from '../catalogue.ts'
import type { Estimates } from '../estimates/estimate-load.ts'
import { seenTime } from '../estimates/seen-time.ts'
import { runnableWaitPerRequest, utilisationOf } from '../load/host-load.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { type PredictorBasis, predictionOf } from '../prediction/predictor-basis.ts'
import { arrivalRate, busyArrivalRate } from '../recorded/request-rates.ts'
import { measuredResponseTime, type ResponseTime } from '../recorded/response-time.ts'
import type { Survey } from '../survey-recording.ts'

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
