export { type AnalyseWatch, analyseHost, type HostAnalysis } from './analyse-host.ts'
export { AnalysisError, type AnalysisProblem } from './analysis-error.ts'
export type { AnalysisResult, VerdictResult } from './analysis-result.ts'
export type { AsPrinted } from './as-printed/as-printed.ts'
export type { TotalDelay } from './as-printed/total-delay.ts'
export {
  CATALOGUE,
  type CatalogueEntry,
  cardOf,
  type EstimatorId,
  findEstimator,
  findForecaster,
  isForecaster,
  trustIn,
} from './catalogue.ts'
export type { Finding } from './data-quality/finding.ts'
export { type EstimatorAssumptions, estimateLoad } from './estimates/estimate-load.ts'
export type { EstimatedWindow } from './estimates/estimate-windows.ts'
export type { DoubtCode, EstimatorError } from './estimates/score-windows.ts'
export type { Evidence, EvidenceGrade, Lack } from './evidence/evidence.ts'
export { answerForecast, type PlayedPredictions } from './forecast/answer-forecast.ts'
export {
  type AskedHost,
  askHost,
  isAsAnalysed,
  QuestionError,
  type QuestionProblem,
  type WhatIf,
} from './forecast/asked-host.ts'
export { askedTimes } from './forecast/asked-times.ts'
export type { DomainForecast, Forecast } from './forecast/forecast.ts'
export type { Headroom } from './forecast/headroom.ts'
export { observeHost } from './forecast/observe-host.ts'
export { playHeadroom } from './forecast/play-headroom.ts'
export { playQuestion } from './forecast/play-question.ts'
export { type PlayedWhatIf, playWhatIf } from './forecast/play-what-if.ts'
export type { WhatIfNote } from './forecast/what-if-notes.ts'
export type { Contradiction, Fact, FactOrigin, HostFacts } from './known-host/host-facts.ts'
export { vCpusIn } from './known-host/host-facts.ts'
export { factsOf } from './known-host/host-testimony.ts'
export type { SavedXlOutput } from './known-host/join-xl-outputs.ts'
export { type EnrolledHost, type KnownHost, knownHost } from './known-host/known-host.ts'
export type { LabDomain } from './lab/lab-domains.ts'
export type { LabQuestion } from './lab/lab-question.ts'
export type { LabNote, LabResult, LabVariantResult, SweepPoint } from './lab/lab-result.ts'
export { BESIDE_REPLICATIONS, type LabStage, playLab } from './lab/play-lab.ts'
export type { Lever, RankedLevers } from './lab/rank-levers.ts'
export { setUpLab } from './lab/set-up-lab.ts'
export type { AnalysisLoad, MeasuredDomain } from './load/analysis-load.ts'
export { calibratedHostLoad, calibrateHost } from './load/calibrate-host.ts'
export { domain0CostOf } from './load/domain0-cost-of.ts'
export { exampleLoad } from './load/example-load.fixture.ts'
export { hostUtilisation, utilisationOf } from './load/host-load.ts'
export { hostScheduling } from './load/host-scheduling.ts'
export { type PhaseLoad, phaseLoads } from './load/phase-loads.ts'
export type { TwinObstacle } from './load/twin-obstacle.ts'
export { type ForetoldDomain, foretellOutcome } from './outcome/foretell-outcome.ts'
export type { AnalysedDomain, AnalysedHost } from './prediction/analysed-host.ts'
export type { Dissent } from './prediction/dissent.ts'
export { exampleBasis } from './prediction/example-basis.fixture.ts'
export type { HostToPlay } from './prediction/host-to-play.ts'
export type { PredictedPhase } from './prediction/phase-prediction.ts'
export type { ModelTime, Prediction } from './prediction/prediction.ts'
export { medianErrorOf, type PredictorBasis, predictionOf } from './prediction/predictor-basis.ts'
export type {
  RankedEstimator,
  Ranking,
  RankingReason,
} from './prediction/rank-estimators.ts'
export { PREDICTION_SEEDS } from './prediction/twin-answers.ts'
export type { JudgeOfAdvice } from './recommendation/advice.ts'
export { changeError, LEAST_GAIN, type WeightCheck } from './recommendation/gate.ts'
export type { MissingCapacity } from './recommendation/missing-capacity.ts'
export type { Objective } from './recommendation/objectives-of.ts'
export type {
  OptionName,
  WeightOptions,
  WeightRow,
} from './recommendation/options/weight-options.ts'
export type { RecommendationNote } from './recommendation/recommend.ts'
export type { Recommendation, RecommendedDomain } from './recommendation/recommendation-of.ts'
export type { SandpiperBeside, WeightOption } from './recommendation/sandpiper-beside.ts'
export type { RangeReason } from './recorded/decision-range.ts'
export { findGuests, type Guest } from './recorded/guests.ts'
export { phasesOf } from './recorded/phases.ts'
export {
  DOMAIN_0,
  IDLE,
  type PlannedPhase,
  type RecordedHost,
  type Window,
} from './recorded/recorded-host.ts'
export { originOf, recordedHostOf, startOf } from './recorded/recorded-host-of.ts'
export { REPLAY_LIMITS } from './recorded/replay-stretch.ts'
export {
  type MeasuredBy,
  measuredDistribution,
  measuredResponseTime,
  measurerOf,
  type ResponseTime,
} from './recorded/response-time.ts'
export { endOf, groupWindows, trimToRequests, windowsWithin } from './recorded/window-list.ts'
export type { BoundNote } from './run/bounded-seconds.ts'
export type { PlayedDomain } from './run/played-domains.ts'
export type { CdfPoint } from './run/response-cdf.ts'
export type {
  AnalysisSettings,
  DomainTarget,
  StatedTarget,
  TimeSpan,
  WeightObjective,
} from './settings.ts'
export { compareRequests, type Selection } from './traced-requests/compare-requests.ts'
export { requestLife } from './traced-requests/request-life.ts'
export {
  MOST_SPENT_NUMBERS,
  type SpentTime,
  secondsOf,
  spentTime,
  type TimePart,
} from './traced-requests/spent-time.ts'
export { type DomainArrivals, within } from './twin/arrivals.ts'
export type { TwinNote } from './twin/twin-notes.ts'
export { boostOf, twinOfLoad } from './twin/twin-of-load.ts'
export type { DomainResult, EstimatedTime } from './verdict/domain-results.ts'
export type { SandpiperDomainAction, SandpiperResult } from './verdict/sandpiper-action.ts'
