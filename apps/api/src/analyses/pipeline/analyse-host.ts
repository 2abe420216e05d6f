import type { AnalysisOptions, AnalysisResult, SlaTarget } from '@steelyard/contract'
import type { EstimateOptions } from '@steelyard/model'
import { AppError } from '../../errors.ts'
import { calibratedHostLoad, calibrateHost } from './calibrate-host.ts'
import { dataQuality, type QualityInput } from './data-quality.ts'
import { decisionRange, isoOf } from './decision-range.ts'
import { domainPeaks, domainResults, phaseResults } from './domain-results.ts'
import { assumptionsOf, estimateLoad } from './estimate-load.ts'
import { type EstimatedWindow, estimateWindows } from './estimate-windows.ts'
import { findGuests, type Guest } from './guests.ts'
import { domain0PerRequest, hostLoad, hostUtilisation, utilisationOf } from './host-load.ts'
import { phasesOf } from './phases.ts'
import { normalisationOf, recommend } from './recommend.ts'
import { DOMAIN_0, type RecordedHost, type Window } from './recorded-host.ts'
import { toMs } from './response-time.ts'
import { sandpiperAction } from './sandpiper-action.ts'
import { scoreWindows } from './score-windows.ts'
import { decideVerdict, tellVerdict } from './verdict.ts'
import { weightChanges, weightsAt } from './weight-regimes.ts'
import { endOf, groupWindows, middleOf, trimToRequests } from './window-list.ts'

export interface AnalyseInput {
  host: RecordedHost
  options: AnalysisOptions
  targets: readonly SlaTarget[]
  sources: QualityInput['sources']
  notes: QualityInput['notes']
  facts: QualityInput['facts']
}

export interface AnalyseWatch {
  signal?: AbortSignal
  onEstimating?: (done: number, total: number) => void
  onOptimising?: (domains: number) => void
}

/**
 * Observations to result: loads, estimates, errors, verdict, recommendation. Works on data alone; the
 * one thing it starts is the solver's thread.
 * @throws AppError `no-requests`, `range-without-windows`
 */
export async function analyseHost(
  input: AnalyseInput,
  watch: AnalyseWatch = {},
): Promise<{ result: AnalysisResult; rows: EstimatedWindow[] }> {
  const { host, options, targets } = input
  const windows = trimToRequests(groupWindows(host.observations, host.windowSeconds))
  if (windows.length === 0) throw noRequests()
  const guests = findGuests(windows)
  const names = guests.map((guest) => guest.name)
  const calibration = calibrateHost(host, windows, guests)
  const estimateOptions: EstimateOptions = {
    normalisation: normalisationOf(options),
    serviceTimeSource: options.sandpiperServiceTime,
    delayAwareFit: calibration.delayAware,
  }
  const range = decisionRange(windows, host.regimes, rangeAsked(options))
  const weights = weightsAt(host.regimes, middleOf(range.windows.at(-1)!), [...names, DOMAIN_0])

  const rows = await estimateWindows(host, windows, guests, calibration, estimateOptions, {
    ...(watch.signal ? { signal: watch.signal } : {}),
    onProgress: (done) => watch.onEstimating?.(done, windows.length),
  })
  const load = calibratedHostLoad(host, range.windows, guests, calibration)
  const estimates = estimateLoad(load, weights, estimateOptions)
  const peaks = domainPeaks(range.windows, guests, targets)
  const decision = decideVerdict(peaks, options.decisionRule)
  watch.onOptimising?.(load.domains.length)
  const recommended = await recommend(
    { load, weights, estimates, peaks, targets, options },
    watch.signal,
  )
  const recorded = {
    fromEpochSeconds: windows[0]!.startEpochSeconds,
    toEpochSeconds: endOf(windows.at(-1)!),
  }
  const domains = domainResults(range.windows, guests, {
    weights,
    estimates,
    peaks,
    decision,
    load,
    targets,
    options: estimateOptions,
  })
  const result: AnalysisResult = {
    ...tellVerdict(decision, peaks, recommended.finding),
    range: {
      from: isoOf(range.fromEpochSeconds),
      to: isoOf(range.toEpochSeconds),
      reason: range.reason,
    },
    recorded: { from: isoOf(recorded.fromEpochSeconds), to: isoOf(recorded.toEpochSeconds) },
    windowSeconds: host.windowSeconds,
    windows: windows.length,
    domains,
    domain0: domain0Result(range.windows, guests, weights),
    hostUtilisation: hostUtilisation(range.windows, host.physicalCpus.count),
    weightChanges: weightChanges(host.regimes).map(({ atEpochSeconds, domain, weight }) => ({
      at: isoOf(atEpochSeconds),
      domain,
      weight,
    })),
    phases: phaseResults(
      host,
      windows,
      guests,
      phasesOf(host.plannedPhases, host.regimes, recorded),
      calibration,
      estimateOptions,
    ),
    estimators: assumptionsOf(load, weights, estimateOptions),
    errors: scoreWindows(rows),
    sandpiper: sandpiperAction(domains, load, weights, estimateOptions),
    recommendation: recommended.recommendation,
    dataQuality: [
      ...recommended.notes,
      ...dataQuality({ ...input, windows, rangeWindows: range.windows, guests, calibration }),
    ],
  }
  return { result, rows }
}

function noRequests(): AppError {
  return new AppError(
    'unprocessable',
    'There is not one request of a guest domain in the uploads.',
    {
      code: 'no-requests',
      trouble: {
        expected: 'an access log or client times of at least one guest domain',
        fix: 'Add the logs, match them to domains, and check that their time zone is right.',
      },
    },
  )
}

function rangeAsked({ range }: AnalysisOptions) {
  return range
    ? {
        fromEpochSeconds: Date.parse(range.from) / 1000,
        toEpochSeconds: Date.parse(range.to) / 1000,
      }
    : null
}

function domain0Result(
  windows: readonly Window[],
  guests: readonly Guest[],
  weights: Record<string, number>,
): AnalysisResult['domain0'] {
  const perRequest = domain0PerRequest(windows, guests)
  const { ioRequestsPerSecond } = hostLoad(windows, guests, 1).domain0
  return {
    weight: weights[DOMAIN_0] ?? null,
    utilisation: utilisationOf(windows, DOMAIN_0),
    serviceTimePerRequestMs: toMs(perRequest.serviceTimeSeconds),
    ioRequestsPerSecond,
    delayPerIoMs: toMs(perRequest.delaySeconds),
  }
}
