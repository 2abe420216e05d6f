import { decide, type FeasibilityFinding, refineDecision, valueFor } from '@steelyard/model'
import type { AnalysisResult, Domain0Result, VerdictResult } from './analysis-result.ts'
import { type AsPrinted, asPrinted } from './as-printed/as-printed.ts'
import type { QualityInput } from './data-quality/check.ts'
import { dataQuality } from './data-quality/data-quality.ts'
import { assumptionsOf, estimateRange } from './estimates/estimate-load.ts'
import { type EstimatedWindow, estimateWindows } from './estimates/estimate-windows.ts'
import { phaseResults } from './estimates/phase-results.ts'
import { scoreWindows } from './estimates/score-windows.ts'
import { type ForecastAndRecommendation, forecastAndRecommend } from './forecast-and-recommend.ts'
import type { AnalysisLoad, MeasuredDomain } from './load/analysis-load.ts'
import { analysisLoadOf } from './load/analysis-load-of.ts'
import { domain0PerRequest, hostLoad, hostUtilisation, utilisationOf } from './load/host-load.ts'
import type { HostScheduling } from './load/host-scheduling.ts'
import { predictPhases } from './prediction/phase-prediction.ts'
import type { PredictorBasis } from './prediction/predictor-basis.ts'
import { partTargets } from './recommendation/soft-targets.ts'
import { phasesOf } from './recorded/phases.ts'
import { DOMAIN_0, type PlannedPhase, type RecordedHost } from './recorded/recorded-host.ts'
import { replayStretch } from './recorded/replay-stretch.ts'
import { sampledMaximum } from './recorded/sampled-maximum.ts'
import { weightChanges } from './recorded/weight-regimes.ts'
import type { AnalysisSettings, DomainTarget, StatedTarget, TimeSpan } from './settings.ts'
import { type Survey, surveyRecording } from './survey-recording.ts'
import { type DomainArrivals, within } from './twin/arrivals.ts'
import { phasesWithTwin, type TwinStage, twinStage, withTwin } from './twin/twin-stage.ts'
import { domainResults } from './verdict/domain-results.ts'
import { judgedDomains } from './verdict/judged-domains.ts'

interface AnalyseInput {
  host: RecordedHost
  scheduling: HostScheduling
  settings: AnalysisSettings
  targets: readonly StatedTarget[]
  sources: QualityInput['sources']
  notes: QualityInput['notes']
  facts: QualityInput['facts']
  /** Whether a CPU trace is among the sources, of whatever time. */
  hasTrace: boolean
  /** As in `PredictorBasis`. */
  outcomes?: readonly number[]
  /** Reads the single requests of a stretch, which the twin replays. Null when they were not kept. */
  readArrivals: (stretch: TimeSpan) => Promise<DomainArrivals[] | null>
}

/** With the targets that the verdict is about. */
interface Judging extends Omit<AnalyseInput, 'targets'> {
  targets: readonly DomainTarget[]
}

export interface AnalyseWatch {
  signal?: AbortSignal
  onEstimating?: (done: number, total: number) => void
  onPlaying?: (done: number, total: number) => void
  onOptimising?: (domains: number) => void
}

export interface HostAnalysis {
  result: AnalysisResult
  /** What later predictions rest on. */
  basis: PredictorBasis
  rows: readonly EstimatedWindow[]
  load: AnalysisLoad
  /** Arrivals in the decision range, as far as they are kept. */
  arrivals: DomainArrivals[]
}

/**
 * Turns observations into a result: loads, estimates, errors, verdict and recommendation. It works
 * on data alone; all it starts are the threads of the solver and the twin.
 * @throws AnalysisError `no-requests`, `range-without-windows`
 */
export async function analyseHost(
  asked: AnalyseInput,
  watch: AnalyseWatch = {},
): Promise<HostAnalysis> {
  const { targets, softTargets } = partTargets(asked.targets)
  const input: Judging = { ...asked, targets }
  const survey = surveyRecording(input.host, input.settings)
  const estimated = await estimateWindows(survey, {
    ...(watch.signal ? { signal: watch.signal } : {}),
    onProgress: (done) => watch.onEstimating?.(done, survey.windows.length),
  })
  const phases = phasesOf(input.host.plannedPhases, input.host.regimes, survey.recorded)
  const { load, ...stage } = await playTwin(survey, input, phases, watch)
  const rows = withTwin(estimated, stage.played)
  watch.onOptimising?.(survey.load.domains.length)
  const printed = await asPrinted(survey, input, watch.signal)
  const forecasted = await forecastAndRecommend(
    survey,
    { ...input, softTargets, totalDelay: printed.totalDelay },
    rows,
    stage.played,
    watch.signal,
  )
  return {
    result: resultOf(survey, input, {
      rows,
      phases,
      stage,
      forecasted,
      printed,
      measured: load.measured,
    }),
    basis: forecasted.basis,
    rows,
    load,
    arrivals: arrivalsInRange(stage.arrivals, load.range),
  }
}

/** The part that is kept for later questions is computed first, because the twin plays it. */
async function playTwin(
  survey: Survey,
  { scheduling, readArrivals }: Judging,
  phases: readonly PlannedPhase[],
  { signal, onPlaying }: AnalyseWatch,
): Promise<TwinStage & { load: AnalysisLoad }> {
  const { host, windows, range } = survey
  const stretch = replayStretch(windows.slice(0, windows.indexOf(range.windows.at(-1)!) + 1))
  const load = analysisLoadOf({ ...survey, scheduling, stretch, rangeWindows: range.windows })
  const stage = await twinStage(load, { host, windows, stretch, phases }, readArrivals, {
    ...(signal ? { signal } : {}),
    onProgress: (done, total) => onPlaying?.(done, total),
  })
  return { ...stage, load }
}

function arrivalsInRange(
  arrivals: readonly DomainArrivals[],
  { fromEpochSeconds, toEpochSeconds }: AnalysisLoad['range'],
): DomainArrivals[] {
  return arrivals.map((each) =>
    within(each, Math.max(each.startEpochSeconds, fromEpochSeconds), toEpochSeconds),
  )
}

/** The results of the analysis stages. */
interface Stages {
  rows: readonly EstimatedWindow[]
  phases: readonly PlannedPhase[]
  stage: TwinStage
  measured: MeasuredDomain[]
  forecasted: ForecastAndRecommendation
  printed: AsPrinted
}

function resultOf(
  survey: Survey,
  input: Judging,
  { rows, phases, stage, measured, forecasted, printed }: Stages,
): AnalysisResult {
  const { host, windows, guests, calibration, options, range, recorded, weights, load } = survey
  const { recommendation, objectives, finding, notes, ranking, evidence, dissent } = forecasted
  const verdict = verdictOf(survey, input, finding)
  const domains = domainResults(survey, {
    estimates: estimateRange(load, survey.levels, weights, options),
    judged: verdict.judged,
    violators: verdict.decision.violators,
    basis: forecasted.basis,
  })
  const { fromEpochSeconds, toEpochSeconds, reason } = range
  return {
    verdict,
    asPrinted: printed,
    range: { fromEpochSeconds, toEpochSeconds, reason },
    recorded,
    windowSeconds: host.windowSeconds,
    windows: windows.length,
    domains,
    domain0: domain0Result(survey),
    hostUtilisation: hostUtilisation(range.windows, host.pCpus.count),
    weightChanges: weightChanges(host.regimes),
    phases: predictPhases(
      phasesWithTwin(phaseResults(survey, phases), windows, stage.played),
      stage.played,
      forecasted.basis,
    ),
    assumptions: assumptionsOf(load, weights, options),
    errors: scoreWindows(rows),
    sandpiper: forecasted.sandpiper,
    sandpiperBeside: forecasted.sandpiperBeside,
    options: forecasted.options,
    recommendation,
    missingCapacity: forecasted.missingCapacity,
    recommendationNotes: notes,
    ranking,
    evidence,
    dissent,
    measured,
    twin: stage.twin,
    calibration,
    objectives,
    dataQuality: dataQuality({
      ...input,
      windows,
      rangeWindows: range.windows,
      guests,
      calibration,
    }),
  }
}

/** Applies triggers (5) and (6) by the chosen rule; what was found about weights refines the verdict. */
function verdictOf(
  { range, guests, observed }: Survey,
  { targets, settings }: Judging,
  feasibility: FeasibilityFinding | null,
): VerdictResult {
  const { decisionRule: rule, targetStatistic: statistic } = settings
  const judged = judgedDomains(range.windows, guests, targets, (guest) =>
    rule === 'printed'
      ? sampledMaximum(range.windows, guest)
      : observed.get(guest.name)!.times[statistic],
  )
  const decision = decide(judged, { rule })
  return {
    decision: refineDecision(decision, feasibility),
    judged,
    feasibility,
    statistic: rule === 'printed' ? 'sampled-maximum' : statistic,
  }
}

function domain0Result({ host, range: { windows }, guests, weights }: Survey): Domain0Result {
  const perRequest = domain0PerRequest(windows, guests)
  const { ioRequestsPerSecond } = hostLoad(windows, guests, 1).domain0
  return {
    weight: weights[DOMAIN_0] ?? null,
    weightAssumed: host.regimes.every((regime) => valueFor(regime.weights, DOMAIN_0) === undefined),
    utilisation: utilisationOf(windows, DOMAIN_0),
    serviceTimePerRequestSeconds: perRequest.serviceTimeSeconds,
    ioRequestsPerSecond,
    delayPerIoSeconds: perRequest.delaySeconds,
  }
}
