import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Breakdown } from '@steelyard/contract'
import {
  type DomainEstimate,
  type EstimateOptions,
  type EstimatorId,
  fitWithout,
  type HostCalibration,
  type ValidityCode,
} from '@steelyard/model'
import { calibratedHostLoad } from '../load/calibrate-host.ts'
import { runnableWaitPerRequest, utilisationOf } from '../load/host-load.ts'
import type { Guest } from '../recorded/guests.ts'
import { DOMAIN_0, type RecordedHost, type Window } from '../recorded/recorded-host.ts'
import { arrivalRate, requestsOf } from '../recorded/request-rates.ts'
import { type MeasuredBy, measuredIn, toMs } from '../recorded/response-time.ts'
import { weightsAt } from '../recorded/weight-regimes.ts'
import { middleOf } from '../recorded/window-list.ts'
import { estimateLoad, estimatorIds } from './estimate-load.ts'
import { seenTime } from './seen-time.ts'

/** One row of the table of windows, as it is stored and exported. Milliseconds, as the API shows it. */
export interface WindowValues {
  windowSeconds: number
  weight: number
  requests: number
  arrivalRatePerSecond: number
  utilisation: number | null
  serviceTimeMs: number | null
  runnableWaitPerRequestMs: number | null
  measuredMs: number | null
  measuredP95Ms: number | null
  measuredRequests: number
  measuredBy: MeasuredBy | null
  /** `twin` in the windows that it played. */
  estimatesMs: Record<EstimatorId, number | null> & { twin?: number | null }
  /** Why an estimator does not stand by its number at this load; empty where it does. */
  doubts: Record<EstimatorId, ValidityCode[]>
  breakdown: Breakdown | null
}

export interface EstimatedWindow {
  domain: string
  startEpochSeconds: number
  values: WindowValues
}

/** After this many windows other work of the process gets a turn: heartbeats must not wait. */
const WINDOWS_PER_TURN = 100

/** Measured and estimated response times, domain by domain and window by window. */
export async function estimateWindows(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
  calibration: HostCalibration,
  options: EstimateOptions,
  watch: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<EstimatedWindow[]> {
  const rows: EstimatedWindow[] = []
  for (const [index, window] of windows.entries()) {
    if (index % WINDOWS_PER_TURN === 0) {
      watch.onProgress?.(index)
      await nextTurn()
      watch.signal?.throwIfAborted()
    }
    const delayAwareFit = fitWithout(calibration.delayAware, index)
    rows.push(...estimateWindow(host, window, guests, calibration, { ...options, delayAwareFit }))
  }
  watch.onProgress?.(windows.length)
  return rows
}

function estimateWindow(
  host: RecordedHost,
  window: Window,
  guests: readonly Guest[],
  calibration: HostCalibration,
  options: EstimateOptions,
): EstimatedWindow[] {
  const names = guests.map((guest) => guest.name)
  const weights = weightsAt(host.regimes, middleOf(window), [...names, DOMAIN_0])
  const load = calibratedHostLoad(host, [window], guests, calibration)
  const estimates = estimateLoad(load, weights, options)
  return guests.map(({ name, measuredBy }) => {
    const observation = window.byDomain.get(name)
    const measured = measuredIn(observation, measuredBy)
    const domain = load.domains.find((d) => d.name === name)
    const of = (id: EstimatorId) => estimates.get(id)?.get(name)
    const seen = (estimate: DomainEstimate | undefined) =>
      estimate && seenTime(estimate, measuredBy)
    const arrivals = requestsOf(observation)?.arrivals ?? 0
    return {
      domain: name,
      startEpochSeconds: window.startEpochSeconds,
      values: {
        windowSeconds: window.seconds,
        weight: weights[name]!,
        requests: arrivals,
        arrivalRatePerSecond: arrivalRate([window], name),
        utilisation: utilisationOf([window], name),
        serviceTimeMs: toMs(domain?.serviceTimeSeconds),
        runnableWaitPerRequestMs: toMs(runnableWaitPerRequest([window], name)),
        measuredMs: toMs(measured?.meanSeconds),
        measuredP95Ms: toMs(measured?.p95Seconds),
        measuredRequests: measured?.count ?? 0,
        measuredBy: measured ? measuredBy : null,
        estimatesMs: byEstimator((id) => toMs(seen(of(id)))),
        doubts: byEstimator((id) => doubtsOf(of(id))),
        breakdown: breakdownMs(of('delay-aware')?.breakdown),
      },
    }
  })
}

function doubtsOf(estimate: DomainEstimate | undefined): ValidityCode[] {
  if (!estimate) return ['not-measured']
  return estimate.valid ? [] : estimate.reasons.map((reason) => reason.code)
}

function byEstimator<T>(value: (id: EstimatorId) => T): Record<EstimatorId, T> {
  return Object.fromEntries(estimatorIds.map((id) => [id, value(id)])) as Record<EstimatorId, T>
}

export function breakdownMs(
  parts:
    | { serviceSeconds: number; vmDelaySeconds: number; domain0DelaySeconds: number }
    | undefined,
): Breakdown | null {
  if (!parts) return null
  return {
    serviceMs: parts.serviceSeconds * 1000,
    vmDelayMs: parts.vmDelaySeconds * 1000,
    domain0DelayMs: parts.domain0DelaySeconds * 1000,
  }
}
