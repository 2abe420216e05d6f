import type { Decision, DomainPeak, FeasibilityFinding, HostCalibration } from '@steelyard/model'
import type { Finding } from './data-quality/finding.ts'
import type { DomainResult, PhaseResult } from './estimates/domain-results.ts'
import type { EstimatorAssumptions } from './estimates/estimate-load.ts'
import type { Ranking } from './estimates/rank-estimators.ts'
import type { SandpiperResult } from './estimates/sandpiper-action.ts'
import type { EstimatorError } from './estimates/score-windows.ts'
import type { MeasuredDomain } from './load/analysis-load.ts'
import type { Objective } from './recommendation/objectives-of.ts'
import type { RecommendationNote } from './recommendation/recommend.ts'
import type { Recommendation } from './recommendation/recommendation-of.ts'
import type { RangeReason } from './recorded/decision-range.ts'
import type { WeightChange } from './recorded/weight-regimes.ts'
import type { Statistic, TimeSpan } from './settings.ts'
import type { PlayedTwin } from './twin/play-recording.ts'

/** All that an analysis finds out about a recorded host: codes and values, times in seconds. */
export interface AnalysisResult {
  verdict: VerdictResult
  range: TimeSpan & { reason: RangeReason }
  recorded: TimeSpan
  windowSeconds: number
  windows: number
  domains: DomainResult[]
  domain0: Domain0Result
  /** CPU use of all pCPUs together, 0..1; null without CPU data. */
  hostUtilisation: number | null
  weightChanges: WeightChange[]
  phases: PhaseResult[]
  assumptions: EstimatorAssumptions[]
  errors: EstimatorError[]
  sandpiper: SandpiperResult
  recommendation: Recommendation | null
  recommendationNotes: RecommendationNote[]
  ranking: Ranking
  /** Over the decision range, for the twin to be held against. */
  measured: MeasuredDomain[]
  twin: PlayedTwin
  calibration: HostCalibration
  /** Null without a recommendation. */
  objectives: Objective[] | null
  dataQuality: Finding[]
}

/** The decision, refined by what the solver proved, with what it was reached by. */
export interface VerdictResult {
  decision: Decision
  peaks: DomainPeak[]
  /** Null where no target of a response time could be judged by weights. */
  feasibility: FeasibilityFinding | null
  statistic: Statistic
}

export interface Domain0Result {
  weight: number | null
  utilisation: number | null
  serviceTimePerRequestSeconds: number | null
  ioRequestsPerSecond: number
  delayPerIoSeconds: number | null
}
