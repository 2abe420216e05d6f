import type { HostLoad, Normalisation, Weights } from '@steelyard/model'

/**
 * What the weights are optimised for; `objectiveValue` has the formulas. Functions of the predicted
 * times alone.
 */
export type Objective = 'meet-targets' | 'mean-slowdown' | 'mean-over-requests' | 'total-delay'

/**
 * `free`: minimises the objective; targets are only reported on, unless the objective uses them.
 * `keep-targets`: minimises the objective over all allocations that keep every target; `infeasible`
 * where none does.
 * `raise-violator-only`: the rule of paper 0, by the published formula: the least raise of the
 * violators' weights that meets their targets; all others keep their integers.
 * `smallest-change`: the least change of the shares that keeps every target with `targetMargin`;
 * the objective decides between equal changes.
 */
export type WeightMode = 'free' | 'keep-targets' | 'raise-violator-only' | 'smallest-change'

/**
 * How shares become Xen integers. Domain-0's integer never changes. `keep-unchanged` (default)
 * keeps the sum of the guests' integers, so a domain whose share is unchanged keeps its integer,
 * and Domain-0 its standing among the guests. `scale-5120` makes 0.05 exactly 256, but changes
 * Domain-0's share when the guests' sum was different. The sum stays lower where Domain-0 needs more
 * credits than that leaves it.
 */
type IntegerMapping = 'keep-unchanged' | 'scale-5120'

interface ShareBounds {
  minShare?: number
  maxShare?: number
}

export interface WeightProblem {
  load: HostLoad
  currentWeights: Weights
  /**
   * Sum of the weights of domains that the load leaves out: Domain-0 shares the credits with them
   * too. Default 0.
   */
  otherWeight?: number
  /**
   * Grid step of a share; must divide 1 (0.05 in paper 0). In mode `raise-violator-only` the step
   * is relative to the domain's current weight (erratum E0.10).
   */
  stepShare: number
  normalisation: Normalisation
  objective: Objective
  mode: WeightMode
  bounds?: Record<string, ShareBounds>
  /** Domains that keep their share. */
  excluded?: string[]
  /** R_p,SLA in seconds, by domain. */
  targets?: Record<string, number>
  /**
   * Times in seconds, by domain, that count only where every target is kept alike: no other target
   * is missed for them. The published formula does not know them.
   */
  softTargets?: Record<string, number>
  /**
   * In mode `smallest-change`, times should be at most target / (1 + margin). Default 0.
   */
  targetMargin?: number
  /**
   * Time of a request with the host to itself, seconds, by domain: the denominators of slowdown.
   * `mean-slowdown` and `meet-targets` need one for every domain with requests.
   */
  aloneSeconds?: Record<string, number>
  /** Groups of domains with equal load and target; the members of one get equal steps. */
  alike?: string[][]
  /**
   * By domain: predicted time = factor x the model's time, everywhere. It corrects a model by its
   * measured error ratio. Default 1.
   */
  factors?: Record<string, number>
  integerMapping?: IntegerMapping
}

export interface SolveOptions {
  /**
   * Time limit for the integer programs of the optimum and the sensitivity together. May be
   * fractional. Default 20.
   */
  timeLimitSeconds?: number
  /**
   * Number of parts of the grid that branch and bound explores before an integer program is used.
   * Default 500.
   */
  mostNodes?: number
  /** Aborting ends the worker thread and rejects with the signal's reason. */
  signal?: AbortSignal
}
