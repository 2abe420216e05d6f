export type Verdict = 'ok' | 'reweight' | 'migrate'

/** What the operator promised. A target that is absent was not promised. */
interface SlaTarget {
  responseTimeSeconds?: number
  throughputPerSecond?: number
}

/** One domain over one range, as eq (5) and (6) compare it. */
export interface JudgedDomain {
  name: string
  /** R_p,Peak; null when nothing was measured. */
  observedResponseTimeSeconds: number | null
  /**
   * N_p,Peak: requests per second answered without error, counted when they complete. A server that
   * receives more requests than it can serve answers at its own rate while its backlog grows.
   */
  observedThroughputPerSecond: number | null
  /** Requests offered to the domain per second, counted on arrival; the gate of erratum E0.3. */
  offeredPerSecond: number | null
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

/** Both sides of eq (6). */
interface Sums {
  sumObservedResponseTimeSeconds: number
  sumTargetResponseTimeSeconds: number
}

interface Throughput {
  observedThroughputPerSecond: number
  targetThroughputPerSecond: number
}

/** What a decision rests on: by code, the values that its sentence needs. */
interface DecisionValues {
  'no-targets': object
  'no-measurement': object
  'all-targets-met': object
  'response-time-over-target': {
    observedResponseTimeSeconds: number
    targetResponseTimeSeconds: number
  }
  'throughput-below-target': Throughput & { offeredPerSecond: number | null }
  'low-demand': Throughput & { offeredPerSecond: number }
  'sum-over-targets': Sums
  'sum-within-targets': Sums
  'sum-not-comparable': object
  'printed-rules-overlap': Sums
  'rules-disagree': { printed: Verdict; gated: Verdict }
  /** `restricted`: only weights within bounds were allowed. */
  'targets-proven-infeasible': {
    conflicts: readonly (readonly string[])[]
    restricted: boolean
  }
  'weights-meet-targets': object
  'weights-miss-targets': object
  'no-better-weights': object
  'optimum-not-proven': object
  'sum-test-overruled': object
  /** The model meets these targets at the weights in force, the measurement does not. */
  'missed-as-measured': object
  'weights-surely-miss-targets': object
  /** By the sums a domain has to be moved, but no weights were shown to be beyond help. */
  'weights-may-not-suffice': object
  /** The model finds the targets infeasible, but not at the low end of its prediction. */
  'closest-weights-may-suffice': object
}

export type DecisionCode = keyof DecisionValues

/** `domains` are those concerned; empty for the whole host. */
export type DecisionReason = {
  [Code in DecisionCode]: { code: Code; domains: string[] } & DecisionValues[Code]
}[DecisionCode]

export interface Decision {
  verdict: Verdict
  /** The rule that was requested. */
  rule: 'gated' | 'printed'
  /** Names of the domains that trigger eq (5). */
  violators: string[]
  /** Both sides of eq (6); null when no domain has both a target and a measurement. */
  sumObservedResponseTimeSeconds: number | null
  sumTargetResponseTimeSeconds: number | null
  reasons: DecisionReason[]
}
