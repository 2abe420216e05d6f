import type { HostLoad, Normalisation, Weights } from '@steelyard/model'

export type WeightMode = 'minimise-total-delay' | 'meet-targets-first' | 'raise-violator-only'

/**
 * How shares become Xen integers. Domain-0's integer never changes.
 * `keep-unchanged` (default) keeps the sum of the guests' integers, so a domain whose share stays
 * keeps its integer and Domain-0 keeps its standing among the guests.
 * `scale-5120` makes 0.05 exactly 256, but moves Domain-0's share when the guests' sum was another.
 */
export type IntegerMapping = 'keep-unchanged' | 'scale-5120'

export interface ShareBounds {
  minShare?: number
  maxShare?: number
}

export interface WeightProblem {
  load: HostLoad
  currentWeights: Weights
  /**
   * Grid step of a share, must divide 1 (0.05 in paper 0). In mode `raise-violator-only` the step
   * is relative to the domain's current weight (erratum E0.10).
   */
  stepShare: number
  normalisation: Normalisation
  /**
   * `minimise-total-delay`: eq (7); targets are only reported on.
   * `meet-targets-first`: the same objective, every target a constraint.
   * `raise-violator-only`: the least raise of the violators' weights that meets their targets;
   * all others keep their integers.
   */
  mode: WeightMode
  bounds?: Record<string, ShareBounds>
  /** Domains that keep their share. */
  excluded?: string[]
  /** R_p,SLA in seconds, by domain. */
  targets?: Record<string, number>
  /**
   * Measured peak R_p in seconds, by domain. With one, the domain's SLA row is anchored: predicted =
   * measured x formula(new weights) / formula(current weights). Without, the formula is taken at
   * face value.
   */
  anchors?: Record<string, number>
  integerMapping?: IntegerMapping
}

export interface SolveOptions {
  /** Whole seconds are not required; the limit covers the optimum and the sensitivity. Default 20. */
  timeLimitSeconds?: number
  /** Aborting ends the worker thread and rejects with the signal's reason. */
  signal?: AbortSignal
}
