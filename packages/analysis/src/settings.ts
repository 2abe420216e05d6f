import type { EstimatorId as ModelEstimatorId } from '@steelyard/model'

/** The model's estimators and the twin. */
export type EstimatorId = ModelEstimatorId | 'twin'

/** What a promise about response times holds for: their 95th percentile or their mean. */
export type Statistic = 'p95' | 'mean'

/** What weights are chosen for; the REST API says what each of them minimises. */
export type WeightObjective =
  | 'meet-targets'
  | 'mean-slowdown'
  | 'mean-over-requests'
  | 'total-delay'
  | 'raise-violators'

/** What was promised of a domain; null: not promised. */
export interface DomainTarget {
  domain: string
  responseTimeSeconds: number | null
  throughputPerSecond: number | null
}

export interface TimeSpan {
  fromEpochSeconds: number
  toEpochSeconds: number
}

/** How to analyse a recording. */
export interface AnalysisSettings {
  /** Windows the verdict looks at; null: those since the last change of weights. */
  range: TimeSpan | null
  normalisation: 'guests' | 'with-domain-0'
  /** `log`: as in the paper, inflated under load. `cpu`: CPU seconds per request. */
  sandpiperServiceTime: 'log' | 'cpu'
  decisionRule: 'gated' | 'printed'
  /** `auto`: `meet-targets` where a response time has a target, else `mean-slowdown`. */
  objective: 'auto' | WeightObjective
  targetStatistic: Statistic
  stepShare: number
  /** Whether predictions are scaled towards what was measured. */
  anchored: boolean
  integerMapping: 'keep-unchanged' | 'scale-5120'
  bounds: readonly { domain: string; minShare: number | null; maxShare: number | null }[]
  /** Domains whose share is kept. */
  excluded: readonly string[]
  timeLimitSeconds: number
  /** What the verdict and the predicted times rest on. */
  estimator: 'best' | EstimatorId
}
