import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Breakdown,
  type DomainEstimate,
  ESTIMATOR_IDS,
  type EstimateOptions,
  type EstimatorId,
  fitWithout,
  type ValidityCode,
} from '@steelyard/model'
import { calibratedHostLoad } from '../load/calibrate-host.ts'
import { runnableWaitPerRequest, utilisationOf } from '../load/host-load.ts'
import { DOMAIN_0, type Window } from '../recorded/recorded-host.ts'
import { arrivalRate, requestsOf } from '../recorded/request-rates.ts'
import { type MeasuredBy, measuredIn } from '../recorded/response-time.ts'
import { weightsAt } from '../recorded/weight-regimes.ts'
import { middleOf } from '../recorded/window-list.ts'
import type { Survey } from '../survey-recording.ts'
import { estimateLoad } from './estimate-load.ts'
import { seenTime } from './seen-time.ts'

/** The measurement and the estimates for one domain in one window. */
export interface EstimatedWindow {
  domain: string
  startEpochSeconds: number
  seconds: number
  weight: number
  requests: number
  arrivalRatePerSecond: number
  utilisation: number | null
  serviceTimeSeconds: number | null
  runnableWaitPerRequestSeconds: number | null
  measuredSeconds: number | null
  measuredP95Seconds: number | null
  measuredRequests: number
  measuredBy: MeasuredBy | null
  /** `twin` is present for the windows that it played. */
  estimatesSeconds: Record<EstimatorId, number | null> & { twin?: number | null }
  /** Why an estimator's figure is not valid at this load; empty when it is valid. */
  doubts: Record<EstimatorId, ValidityCode[]>
  breakdown: Breakdown | null
}

/** After this many windows the event loop gets a turn, so that heartbeats are not delayed. */
const WINDOWS_PER_TURN = 100

/** Collects the measured and estimated response times for each domain and window. */
export async function estimateWindows(
  survey: Survey,
  watch: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<EstimatedWindow[]> {
  const { windows, calibration } = survey
  const rows: EstimatedWindow[] = []
  for (const [index, window] of windows.entries()) {
    if (index % WINDOWS_PER_TURN === 0) {
      watch.onProgress?.(index)
      await nextTurn()
      watch.signal?.throwIfAborted()
    }
    const delayAwareFit = fitWithout(calibration.delayAware, index)
    rows.push(...estimateWindow(survey, window, { ...survey.options, delayAwareFit }))
  }
  watch.onProgress?.(windows.length)
  return rows
}

function estimateWindow(
  { host, guests, calibration }: Survey,
  window: Window,
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
      estimate ? seenTime(estimate, measuredBy) : null
    return {
      domain: name,
      startEpochSeconds: window.startEpochSeconds,
      seconds: window.seconds,
      weight: weights[name]!,
      requests: requestsOf(observation)?.arrivals ?? 0,
      arrivalRatePerSecond: arrivalRate([window], name),
      utilisation: utilisationOf([window], name),
      serviceTimeSeconds: domain?.serviceTimeSeconds ?? null,
      runnableWaitPerRequestSeconds: runnableWaitPerRequest([window], name),
      measuredSeconds: measured?.meanSeconds ?? null,
      measuredP95Seconds: measured?.p95Seconds ?? null,
      measuredRequests: measured?.count ?? 0,
      measuredBy: measured ? measuredBy : null,
      estimatesSeconds: byEstimator((id) => seen(of(id))),
      doubts: byEstimator((id) => doubtsOf(of(id))),
      breakdown: of('delay-aware')?.breakdown ?? null,
    }
  })
}

function doubtsOf(estimate: DomainEstimate | undefined): ValidityCode[] {
  if (!estimate) return ['not-measured']
  return estimate.valid ? [] : estimate.reasons.map((reason) => reason.code)
}

function byEstimator<T>(value: (id: EstimatorId) => T): Record<EstimatorId, T> {
  return Object.fromEntries(ESTIMATOR_IDS.map((id) => [id, value(id)])) as Record<EstimatorId, T>
}
