import type { Normalisation } from '../load/weights.ts'
import type { Reason, ValidityCode } from '../reason.ts'
import type { DelayAwareFit } from './delay-aware-fit.ts'

/** The parts of R_p, which add up to the response time. */
export interface Breakdown {
  /** X_p; with `sdps`, the time that the domain would need alone, including its own queue. */
  serviceSeconds: number
  /** D_VMp: delay caused by the other domains, eq (2). */
  vmDelaySeconds: number
  /**
   * D_0p: delay caused by Domain-0; eq (3) includes it because Domain-0 itself waits for the CPU.
   */
  domain0DelaySeconds: number
}

export interface DomainEstimate {
  name: string
  /**
   * What the client sees; null when the estimator has no finite answer, for the given `reasons`.
   */
  responseTimeSeconds: number | null
  /**
   * What the server's log shows (Apache %D): from the first run of the service with the request
   * line read to the last byte written. Absent where the estimator cannot distinguish the two
   * times.
   */
  loggedTimeSeconds?: number | null
  breakdown?: Breakdown
  /** false when the number is missing or known to mislead at this load; `reasons` explain it. */
  valid: boolean
  reasons: Reason<ValidityCode>[]
}

export interface Estimate {
  domains: DomainEstimate[]
  /** Assumptions behind the estimate, in sentences. */
  assumptions: string[]
}

/** One set of options for all estimators, so that they can be called alike; each reads its own. */
export interface EstimateOptions {
  /** delay-aware: what shares are divided by. Default `guests`, as printed. */
  normalisation?: Normalisation
  /** sandpiper: duration of the log (the paper's baseline, default) or CPU time U / lambda. */
  serviceTimeSource?: 'log' | 'cpu'
  /** delay-aware-calibrated: the fit found by `calibrate`, or why there is none. */
  delayAwareFit?: DelayAwareFit | { missing: string }
}
