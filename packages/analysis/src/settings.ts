import type { Statistic } from '@steelyard/model'
import type { EstimatorId } from './catalogue.ts'

/** The objective for choosing weights; the REST API documents what each one minimises. */
export type WeightObjective =
  | 'meet-targets'
  | 'mean-slowdown'
  | 'mean-over-requests'
  | 'total-delay'
  | 'raise-violators'
  | 'smallest-change'

/** The targets of a domain that a verdict is about. Null when there is none. */
export interface DomainTarget {
  domain: string
  responseTimeSeconds: number | null
  throughputPerSecond: number | null
}

/** The targets of a domain as stated. */
export interface StatedTarget extends DomainTarget {
  /**
   * Whether the response time is only how long the domain may take where weights can keep it: no
   * target of another domain is missed for it, and no verdict is about it.
   */
  isSoft: boolean
}

export interface TimeSpan {
  fromEpochSeconds: number
  toEpochSeconds: number
}

/** The settings for analysing a recording. */
export interface AnalysisSettings {
  /** Windows for the verdict. Null for those since the last change of weights. */
  range: TimeSpan | null
  normalisation: 'guests' | 'with-domain-0'
  /** `log`: as in the paper, inflated under load. `cpu`: CPU seconds per request. */
  sandpiperServiceTime: 'log' | 'cpu'
  decisionRule: 'gated' | 'printed'
  /** `auto`: `meet-targets` if a response time has a target, else `mean-slowdown`. */
  objective: 'auto' | WeightObjective
  targetStatistic: Statistic
  /** Targets must hold in every window of this length. Null for the range as a whole. */
  targetWindowSeconds: number | null
  /**
   * Where a response time has a target, a domain without any may take this many times as long as it
   * does. Null for any time.
   */
  softTargetMultiple: number | null
  /** `smallest-change` wants times of at most target / (1 + this). */
  targetMargin: number
  stepShare: number
  /** Whether predictions are scaled towards the measurements. */
  anchored: boolean
  integerMapping: 'keep-unchanged' | 'scale-5120'
  bounds: readonly { domain: string; minShare: number | null; maxShare: number | null }[]
  /** Domains whose share stays unchanged. */
  excluded: readonly string[]
  timeLimitSeconds: number
  /** The estimator behind the verdict and the predicted times. */
  estimator: 'best' | EstimatorId
}

/**
 * Response time of a domain in seconds, as seen by the side that measured it. Null when it is not
 * finite.
 */
export type StatisticTimes = Record<Statistic, number | null>
