import type { Reason } from '../estimators/estimate.ts'

export type Verdict = 'ok' | 'reweight' | 'migrate'

/** What the operator promised. A target that is absent was not promised. */
export interface SlaTarget {
  responseTimeSeconds?: number
  throughputPerSecond?: number
}

/** One domain in one window, as eq (5) and (6) see it. Peaks are 95th percentiles. */
export interface DomainPeak {
  name: string
  /** R_p,Peak; null when nothing was measured. */
  peakResponseTimeSeconds: number | null
  /**
   * N_p,Peak: requests per second answered without error, counted when they complete. A server that
   * receives more requests than it can serve answers at its own rate while its backlog grows.
   */
  peakThroughputPerSecond: number | null
  /** Requests offered to the domain per second, counted on arrival; the gate of erratum E0.3. */
  offeredPeakPerSecond: number | null
  target?: SlaTarget
}

export interface DecisionOptions {
  /** `gated` (default): with E0.2 and E0.3 applied. `printed`: eq (5) and (6) literally. */
  rule?: 'gated' | 'printed'
  /**
   * How far the answered rate may stay below the offered one before it counts, as a ratio: requests
   * in progress at the edges of a window are offered but not yet answered. Default 0.05.
   */
  offeredTolerance?: number
}

export type DecisionCode =
  | 'no-targets'
  | 'no-measurement'
  | 'all-targets-met'
  | 'response-time-over-target'
  | 'throughput-below-target'
  | 'low-demand'
  | 'sum-over-targets'
  | 'sum-within-targets'
  | 'sum-not-comparable'
  | 'printed-rules-overlap'
  | 'rules-disagree'
  | 'targets-proven-infeasible'
  | 'weights-meet-targets'
  | 'weights-miss-targets'
  | 'no-better-weights'
  | 'optimum-not-proven'
  | 'sum-test-overruled'

export interface DecisionReason extends Reason<DecisionCode> {
  /** The domains concerned; empty for the whole host. */
  domains: string[]
}

export interface Decision {
  verdict: Verdict
  /** The rule that was requested. */
  rule: 'gated' | 'printed'
  /** Names of the domains that trigger eq (5). */
  violators: string[]
  /** Both sides of eq (6); null when no domain has both a target and a measurement. */
  sumPeakResponseTimeSeconds: number | null
  sumTargetResponseTimeSeconds: number | null
  reasons: DecisionReason[]
}
