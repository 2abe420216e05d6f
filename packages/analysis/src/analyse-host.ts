import type { AnalysisOptions, AnalysisResult, Ranking, SlaTarget } from '@steelyard/contract'
import type { EstimateOptions, HostLoad } from '@steelyard/model'
import { AnalysisError } from './analysis-error.ts'
import type { QualityInput } from './data-quality/check.ts'
import { dataQuality } from './data-quality/data-quality.ts'
import { calibrationOf } from './estimates/calibration-of.ts'
import { domainPeaks, domainResults, phaseResults } from './estimates/domain-results.ts'
import { assumptionsOf, estimateRange } from './estimates/estimate-load.ts'
import { type EstimatedWindow, estimateWindows } from './estimates/estimate-windows.ts'
import { rankEstimators } from './estimates/rank-estimators.ts'
import { countMeasured, scoreWindows } from './estimates/score-windows.ts'
import type { AnalysisLoad } from './load/analysis-load.ts'
import { analysisLoadOf } from './load/analysis-load-of.ts'
import { calibratedHostLoad, calibrateHost } from './load/calibrate-host.ts'
import { domain0PerRequest, hostLoad, hostUtilisation, utilisationOf } from './load/host-load.ts'
import type { HostScheduling } from './load/host-scheduling.ts'
import { loadLevels } from './load/load-levels.ts'
import {
  answersAll,
  type Forecaster,
  formulaPredictors,
  type Measured,
  type Predictors,
} from './recommendation/predictors.ts'
import { recommend } from './recommendation/recommend.ts'
import { type TwinAnswers, twinAnswers, twinPredictor } from './recommendation/twin-answers.ts'
import { decisionRange, isoOf } from './recorded/decision-range.ts'
import { findGuests, type Guest } from './recorded/guests.ts'
import { phasesOf } from './recorded/phases.ts'
import { DOMAIN_0, type RecordedHost, type Window } from './recorded/recorded-host.ts'
import { measuredTimes, toMs } from './recorded/response-time.ts'
import { weightChanges, weightsAt } from './recorded/weight-regimes.ts'
import { endOf, groupWindows, middleOf, trimToRequests } from './recorded/window-list.ts'
import { type DomainArrivals, within } from './twin/arrivals.ts'
import type { PlayedRecording } from './twin/play-recording.ts'
import { replayStretch, type Stretch } from './twin/replay-stretch.ts'
import {
  domainsWithTwin,
  phasesWithTwin,
  twinAmongEstimators,
  twinStage,
  withTwin,
} from './twin/twin-stage.ts'
import { sandpiperAction } from './verdict/sandpiper-action.ts'
import { decideVerdict, tellVerdict } from './verdict/verdict.ts'

export interface AnalyseInput {
  host: RecordedHost
  scheduling: HostScheduling
  options: AnalysisOptions
  targets: readonly SlaTarget[]
  sources: QualityInput['sources']
  notes: QualityInput['notes']
  facts: QualityInput['facts']
  /** The requests of a stretch one by one, for the twin. */
  readArrivals: (stretch: Stretch) => Promise<DomainArrivals[]>
}

export interface AnalyseWatch {
  signal?: AbortSignal
  onEstimating?: (done: number, total: number) => void
  onPlaying?: (done: number, total: number) => void
  onOptimising?: (domains: number) => void
}

export interface Analysed {
  result: AnalysisResult
  rows: readonly EstimatedWindow[]
  load: AnalysisLoad
  /** Of the decision range, as far as they are kept. */
  arrivals: DomainArrivals[]
}

/**
 * Observations to result: loads, estimates, errors, verdict, recommendation. Works on data alone; what
 * it starts are the threads of solver and twin.
 * @throws AnalysisError `no-requests`, `range-without-windows`
 */
export async function analyseHost(
  input: AnalyseInput,
  watch: AnalyseWatch = {},
): Promise<Analysed> {
  const { host, options, targets } = input
  const windows = trimToRequests(groupWindows(host.observations, host.windowSeconds))
  if (windows.length === 0) throw new AnalysisError({ code: 'no-requests' })
  const guests = findGuests(windows)
  const names = guests.map((guest) => guest.name)
  const calibration = calibrateHost(host, windows, guests)
  const estimateOptions: EstimateOptions = {
    normalisation: options.normalisation,
    serviceTimeSource: options.sandpiperServiceTime,
    delayAwareFit: calibration.delayAware,
  }
  const range = decisionRange(windows, host.regimes, rangeAsked(options))
  const weights = weightsAt(host.regimes, middleOf(range.windows.at(-1)!), [...names, DOMAIN_0])
  const signal = watch.signal ? { signal: watch.signal } : {}

  const estimated = await estimateWindows(host, windows, guests, calibration, estimateOptions, {
    ...signal,
    onProgress: (done) => watch.onEstimating?.(done, windows.length),
  })
  const load = calibratedHostLoad(host, range.windows, guests, calibration)
  const levels = loadLevels(range.windows, (some) =>
    calibratedHostLoad(host, some, guests, calibration),
  )
  const estimates = estimateRange(load, levels, weights, estimateOptions)
  const stretch = replayStretch(windows.slice(0, windows.indexOf(range.windows.at(-1)!) + 1))
  const kept = analysisLoadOf({
    load,
    weights,
    calibration,
    guests,
    windows,
    stretch,
    scheduling: input.scheduling,
    options: estimateOptions,
    rangeWindows: range.windows,
  })
  const { twin, played, arrivals } = await twinStage(
    kept,
    { host, windows, stretch },
    input.readArrivals,
    { ...signal, onProgress: (done, total) => watch.onPlaying?.(done, total) },
  )
  const rows = withTwin(estimated, played)
  const peaks = domainPeaks(range.windows, guests, targets, options.targetStatistic)
  const decision = decideVerdict(peaks, options.decisionRule)
  const measuredBy = new Map(guests.map((guest) => [guest.name, guest.measuredBy]))
  const answers = played && twinAnswers(played.range, measuredBy, watch.signal)
  const predictors = {
    ...(await formulaPredictors({ load, levels, weights, options: estimateOptions, measuredBy })),
    ...(await twinAmongPredictors(load, weights, answers)),
  }
  const ranking = rankOn(rows, played, predictors, options.estimator)
  watch.onOptimising?.(load.domains.length)
  const utilisation = hostUtilisation(range.windows, host.pCpus.count)
  const recommended = await recommend(
    {
      load,
      weights,
      targets,
      options,
      predictors,
      measuredBy,
      used: ranking.used,
      seconds: range.windows.reduce((sum, window) => sum + window.seconds, 0),
      aloneSeconds: aloneSeconds(load),
      measured: measuredIn(range.windows, guests),
      twin: answers,
      hostUtilisation: utilisation,
    },
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
  const phases = phaseResults(
    host,
    windows,
    guests,
    phasesOf(host.plannedPhases, host.regimes, recorded),
    calibration,
    estimateOptions,
  )
  const result: AnalysisResult = {
    ...tellVerdict(decision, peaks, recommended.finding, options.targetStatistic),
    range: {
      from: isoOf(range.fromEpochSeconds),
      to: isoOf(range.toEpochSeconds),
      reason: range.reason,
    },
    recorded: { from: isoOf(recorded.fromEpochSeconds), to: isoOf(recorded.toEpochSeconds) },
    targetStatistic: options.targetStatistic,
    windowSeconds: host.windowSeconds,
    windows: windows.length,
    domains: domainsWithTwin(domains, twin),
    domain0: domain0Result(range.windows, guests, weights),
    hostUtilisation: utilisation,
    weightChanges: weightChanges(host.regimes).map(({ atEpochSeconds, domain, weight }) => ({
      at: isoOf(atEpochSeconds),
      domain,
      weight,
    })),
    phases: phasesWithTwin(phases, windows, played),
    estimators: [...assumptionsOf(load, weights, estimateOptions), twinAmongEstimators(twin)],
    errors: scoreWindows(rows),
    sandpiper: sandpiperAction(domains, load, weights, estimateOptions),
    recommendation: recommended.recommendation,
    ranking,
    twin,
    calibration: calibrationOf(calibration, windows.length),
    objectives: recommended.objectives,
    dataQuality: [
      ...recommended.notes,
      ...dataQuality({ ...input, windows, rangeWindows: range.windows, guests, calibration }),
    ],
  }
  const { fromEpochSeconds, toEpochSeconds } = kept.range
  return {
    result,
    rows,
    load: kept,
    arrivals: arrivals.map((each) =>
      within(each, Math.max(each.startEpochSeconds, fromEpochSeconds), toEpochSeconds),
    ),
  }
}

/** All on the same windows: those that the twin played, where it did. */
function rankOn(
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
  predictors: Predictors,
  asked: AnalysisOptions['estimator'],
): Ranking & { used: Forecaster } {
  const compared = played
    ? rows.filter(({ startEpochSeconds }) => played.windowMeans.has(startEpochSeconds))
    : rows
  return rankEstimators({
    errors: scoreWindows(compared).filter(({ domain }) => domain === null),
    compared: countMeasured(compared),
    usable: predictors,
    asked,
  })
}

async function twinAmongPredictors(
  load: HostLoad,
  weights: Record<string, number>,
  answers: TwinAnswers | null,
): Promise<Predictors> {
  if (!answers) return {}
  const twin = await twinPredictor(answers, weights)
  return answersAll(load, await twin.predict(weights)) ? { twin } : {}
}

function measuredIn(windows: readonly Window[], guests: readonly Guest[]): Measured {
  return new Map(
    guests.map(({ name, measuredBy }) => [name, measuredTimes(windows, name, measuredBy)]),
  )
}

/** What a client would wait with the host to itself: the CPU time of a request and Domain-0's part in it. */
function aloneSeconds({ domains, domain0 }: HostLoad): Record<string, number> {
  return Object.fromEntries(
    domains.map(({ name, serviceTimeSeconds }) => [
      name,
      serviceTimeSeconds + domain0.serviceTimeSeconds,
    ]),
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
