import type { DelayAwareFit } from './calibration.ts'
import type { HostLoad } from './host-load.ts'
import type { Normalisation, Weights } from './weights.ts'

export type EstimatorId =
  | 'delay-aware'
  | 'delay-aware-calibrated'
  | 'sdps'
  | 'sandpiper'
  | 'measured-wait'

/** Why something is so: a code for programs, a sentence for people, and the numbers that decided. */
export interface Reason<Code extends string = string> {
  code: Code
  sentence: string
  numbers: Record<string, number>
}

/** The parts of R_p; they add up to the response time. */
export interface Breakdown {
  /** X_p; with `sdps` the time that the domain would need alone, so its own queue is in it. */
  serviceSeconds: number
  /** D_VMp: delay by the other domains, eq (2). */
  vmDelaySeconds: number
  /** D_0p: delay by Domain-0; in eq (3) because Domain-0 itself waits for the CPU. */
  domain0DelaySeconds: number
}

export type ValidityCode =
  | 'no-arrivals'
  | 'saturated'
  | 'host-saturated'
  | 'scale-invariant'
  | 'not-measured'
  | 'several-cpus'
  | 'recorded-window-only'
  | 'near-saturation'
  | 'periodic-arrivals'
  | 'capped'
  | 'not-calibrated'
  | 'no-cpu-coverage'
  | 'demand-from-elsewhere'

export interface DomainEstimate {
  name: string
  /** What the client sees; null when the estimator has no finite answer: `reasons` say why. */
  responseTimeSeconds: number | null
  /**
   * What the server's log shows (Apache %D): from the first run of the service with the request line
   * read to the last byte written. Absent where the estimator cannot tell the two apart.
   */
  loggedTimeSeconds?: number | null
  breakdown?: Breakdown
  /** false when the number is missing or known to mislead at this load; `reasons` say why. */
  valid: boolean
  reasons: Reason<ValidityCode>[]
}

export interface Estimate {
  estimator: EstimatorId
  domains: DomainEstimate[]
  /** What had to be taken for granted, in sentences. */
  assumptions: string[]
}

/** One set of options for all, so that any two estimators can be called alike; each reads its own. */
export interface EstimateOptions {
  /** delay-aware: what shares are divided by. Default `guests`, as printed. */
  normalisation?: Normalisation
  /** sandpiper: duration of the log (the paper's baseline, default) or CPU time U / lambda. */
  serviceTimeSource?: 'log' | 'cpu'
  /** delay-aware-calibrated: what `calibrate` found, or why it found nothing. */
  delayAwareFit?: DelayAwareFit | { missing: string }
}

export interface Estimator {
  id: EstimatorId
  title: string
  /** Paper and equation. */
  source: string
  /** `published`: as printed. `inferred`: read out of a text that is silent on it. `ours`: new. */
  standing: 'published' | 'inferred' | 'ours'
  /**
   * Whose clock `responseTimeSeconds` is for: the client's or that of the server's log; `both` gives
   * `loggedTimeSeconds` beside it. Only times of one clock can be compared.
   */
  speaksOf: 'client' | 'logged' | 'both'
  estimate(load: HostLoad, weights: Weights, options?: EstimateOptions): Estimate
}
