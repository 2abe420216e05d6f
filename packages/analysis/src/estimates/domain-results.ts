import type { DomainResult, PhaseResult, SlaTarget, Statistic } from '@steelyard/contract'
import {
  type Decision,
  type DomainPeak,
  type EstimateOptions,
  type HostCalibration,
  type HostLoad,
  peak,
  share,
} from '@steelyard/model'
import { runnableWaitPerRequest, utilisationOf } from '../load/host-load.ts'
import { isoOf } from '../recorded/decision-range.ts'
import type { Guest } from '../recorded/guests.ts'
import { phaseLoads } from '../recorded/phase-loads.ts'
import type { RecordedHost, Span, Window } from '../recorded/recorded-host.ts'
import {
  arrivalRate,
  requestRates,
  requestsOf,
  windowsForPeaks,
} from '../recorded/request-rates.ts'
import { measuredResponseTime, measuredTimes, toMs } from '../recorded/response-time.ts'
import { type Estimates, estimateLoad, estimatorIds } from './estimate-load.ts'
import { breakdownMs } from './estimate-windows.ts'
import { seenTime } from './seen-time.ts'

/**
 * What eq (5) and (6) look at. Of response times, the statistic over all requests of the windows that the
 * targets are meant for; of the requests answered and offered per second, 95th percentiles over windows.
 */
export function domainPeaks(
  windows: readonly Window[],
  guests: readonly Guest[],
  targets: readonly SlaTarget[],
  statistic: Statistic,
): DomainPeak[] {
  return guests.map(({ name, measuredBy }) => {
    const target = targets.find((t) => t.domain === name)
    const rates = windowsForPeaks(windows).map((window) => {
      const observation = window.byDomain.get(name)
      return requestRates(window, observation?.clientRequests ?? observation?.requests ?? null)
    })
    return {
      name,
      peakResponseTimeSeconds: measuredTimes(windows, name, measuredBy)[statistic],
      peakThroughputPerSecond: peak(rates.map((rate) => rate.answeredPerSecond)),
      offeredPeakPerSecond: peak(rates.map((rate) => rate.offeredPerSecond)),
      ...(target ? { target: targetSeconds(target) } : {}),
    }
  })
}

export function targetSeconds(target: SlaTarget): NonNullable<DomainPeak['target']> {
  return {
    ...(target.responseTimeMs === null
      ? {}
      : { responseTimeSeconds: target.responseTimeMs / 1000 }),
    ...(target.throughputPerSecond === null
      ? {}
      : { throughputPerSecond: target.throughputPerSecond }),
  }
}

export function domainResults(
  windows: readonly Window[],
  guests: readonly Guest[],
  known: {
    weights: Record<string, number>
    estimates: Estimates
    peaks: readonly DomainPeak[]
    decision: Decision
    load: HostLoad
    targets: readonly SlaTarget[]
    options: EstimateOptions
  },
): DomainResult[] {
  const names = guests.map((guest) => guest.name)
  const shares = share(known.weights, names, known.options.normalisation ?? 'guests')
  return guests.map(({ name, measuredBy }) => {
    const domain = known.load.domains.find((d) => d.name === name)
    const domainPeak = known.peaks.find((p) => p.name === name)!
    const rates = windowsForPeaks(windows).map(
      (window) => requestRates(window, requestsOf(window.byDomain.get(name))).offeredPerSecond,
    )
    return {
      domain: name,
      weight: known.weights[name]!,
      share: shares.domains[name]!,
      target: known.targets.find((t) => t.domain === name) ?? null,
      arrivalRatePerSecond: arrivalRate(windows, name),
      peakArrivalRatePerSecond: peak(rates) ?? 0,
      serviceTimeMs: toMs(domain?.serviceTimeSeconds),
      utilisation: utilisationOf(windows, name),
      runnableWaitPerRequestMs: toMs(runnableWaitPerRequest(windows, name)),
      measured: measuredResponseTime(windows, name, measuredBy),
      peakResponseTimeMs: toMs(domainPeak.peakResponseTimeSeconds),
      meetsTarget: meetsTarget(domainPeak, known.decision),
      estimates: estimatorIds.map((estimator) => {
        const estimate = known.estimates.get(estimator)?.get(name)
        return {
          estimator,
          responseTimeMs: toMs(estimate && seenTime(estimate, measuredBy)),
          breakdown: breakdownMs(estimate?.breakdown),
          valid: estimate?.valid ?? false,
          reasons: estimate
            ? estimate.reasons.map((reason) => reason.sentence)
            : ['Neither CPU use nor durations are known, so there is no service time.'],
        }
      }),
    }
  })
}

/** Null without a target, or where nothing was measured that it could be held against. */
function meetsTarget(domain: DomainPeak, decision: Decision): boolean | null {
  const { target } = domain
  const comparable =
    (target?.responseTimeSeconds !== undefined && domain.peakResponseTimeSeconds !== null) ||
    (target?.throughputPerSecond !== undefined && domain.peakThroughputPerSecond !== null)
  return comparable ? !decision.violators.includes(domain.name) : null
}

/** Each phase on its own load and the weights of its own time. */
export function phaseResults(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
  phases: readonly Span[],
  calibration: HostCalibration,
  options: EstimateOptions,
): PhaseResult[] {
  return phaseLoads(host, windows, guests, phases, calibration).map((phase) => {
    const { span, windows, weights, load, delayAwareFit } = phase
    const estimates = estimateLoad(load, weights, { ...options, delayAwareFit })
    return {
      label: span.label,
      from: isoOf(span.fromEpochSeconds),
      to: isoOf(span.toEpochSeconds),
      domains: guests.map(({ name, measuredBy }) => ({
        domain: name,
        weight: weights[name]!,
        arrivalRatePerSecond: arrivalRate(windows, name),
        measured: measuredResponseTime(windows, name, measuredBy),
        estimatesMs: Object.fromEntries(
          estimatorIds.map((id) => {
            const estimate = estimates.get(id)?.get(name)
            return [id, toMs(estimate && seenTime(estimate, measuredBy))]
          }),
        ),
        notValid: estimatorIds.filter((id) => !estimates.get(id)?.get(name)?.valid),
      })),
    }
  })
}
