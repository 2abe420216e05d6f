import type {
  Decision,
  FeasibilityFinding,
  HostCalibration,
  JudgedDomain,
  Statistic,
} from '@steelyard/model'
import type { AsPrinted } from './as-printed/as-printed.ts'
import type { Finding } from './data-quality/finding.ts'
import type { EstimatorAssumptions } from './estimates/estimate-load.ts'
import type { EstimatorError } from './estimates/score-windows.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { MeasuredDomain } from './load/analysis-load.ts'
import type { Dissent } from './prediction/dissent.ts'
import type { PredictedPhase } from './prediction/phase-prediction.ts'
import type { Ranking } from './prediction/rank-estimators.ts'
import type { MissingCapacity } from './recommendation/missing-capacity.ts'
import type { Objective } from './recommendation/objectives-of.ts'
import type { WeightOptions } from './recommendation/options/weight-options.ts'
import type { RecommendationNote } from './recommendation/recommend.ts'
import type { Recommendation } from './recommendation/recommendation-of.ts'
import type { SandpiperBeside } from './recommendation/sandpiper-beside.ts'
import type { RangeReason } from './recorded/decision-range.ts'
import type { WeightChange } from './recorded/weight-regimes.ts'
import type { TimeSpan } from './settings.ts'
import type { PlayedTwin } from './twin/play-recording.ts'
import type { DomainResult } from './verdict/domain-results.ts'
import type { SandpiperResult } from './verdict/sandpiper-action.ts'

/** The complete result of analysing a recorded host, as codes and values; times are in seconds. */
export interface AnalysisResult {
  verdict: VerdictResult
  /** Beside the verdict: what paper 0's own equations say. */
  asPrinted: AsPrinted
  range: TimeSpan & { reason: RangeReason }
  recorded: TimeSpan
  windowSeconds: number
  windows: number
  domains: DomainResult[]
  domain0: Domain0Result
  /** CPU utilisation of all pCPUs together, 0 to 1. Null without CPU data. */
  hostUtilisation: number | null
  weightChanges: WeightChange[]
  phases: PredictedPhase[]
  assumptions: EstimatorAssumptions[]
  errors: EstimatorError[]
  sandpiper: SandpiperResult
  /** SandPiper's weights beside the recommended ones. Null where it would change no weight. */
  sandpiperBeside: SandpiperBeside | null
  /** Weights that could be set, side by side. Absent in what earlier versions stored. */
  options?: WeightOptions
  recommendation: Recommendation | null
  /** Null unless the quick model agrees that no weights keep every target. */
  missingCapacity: MissingCapacity | null
  recommendationNotes: RecommendationNote[]
  ranking: Ranking
  evidence: Evidence
  /** What another model says against the predictor about targets. Null when it agrees. */
  dissent: Dissent | null
  /** Measurements over the decision range, against which the twin is compared. */
  measured: MeasuredDomain[]
  twin: PlayedTwin
  calibration: HostCalibration
  /**
   * Null when there is no recommendation, except where the evidence forbids any: then the published
   * method's own choice is here, which is no advice.
   */
  objectives: Objective[] | null
  dataQuality: Finding[]
}

/** The decision, refined by the solver's proof, and the figures it is based on. */
export interface VerdictResult {
  decision: Decision
  judged: JudgedDomain[]
  /** Null when there is no response-time target that weights could be judged by. */
  feasibility: FeasibilityFinding | null
  /** What was compared with the targets. */
  statistic: Statistic | 'sampled-maximum'
}

export interface Domain0Result {
  weight: number | null
  /** Whether it is Xen's default, because nothing says it. Absent in what earlier versions stored. */
  weightAssumed?: boolean
  utilisation: number | null
  serviceTimePerRequestSeconds: number | null
  ioRequestsPerSecond: number
  delayPerIoSeconds: number | null
}
