import type { Reason, Weights } from '@steelyard/model'

export type SolutionStatus = 'optimal' | 'infeasible' | 'not-proven'

export interface Prediction {
  name: string
  /** R_p by eq (1)-(3), or by the model asked, at the new Xen integers; null without a finite one. */
  formulaSeconds: number | null
  /** measured peak x formula(new) / formula(current); null without an anchor. */
  anchoredSeconds: number | null
  targetSeconds: number | null
  /** Which of the two was held against the target. */
  basis: 'anchored' | 'formula'
  /** null without a target or without a prediction. */
  meetsTarget: boolean | null
}

export interface Proof {
  /**
   * What established the status. `milp`: branch and bound ended. `relaxation`: the incumbent
   * equals the exact optimum without targets. `monotone-bounds`: least shares that the targets
   * force do not fit. `least-raise`: least fixed point of the raises. `enumeration`: every
   * allocation was tried. `search`: some were, so nothing is proven.
   */
  engine: 'milp' | 'relaxation' | 'monotone-bounds' | 'least-raise' | 'enumeration' | 'search'
  /** Proven lower bound of the objective on the grid, seconds; null where there is none. */
  boundSeconds: number | null
  /** The objective at the exact shares of the answer, before rounding to integers, seconds. */
  gridDelaySeconds: number | null
  /** (grid delay - bound) / bound; 0 when proven optimal, null without a solution. */
  gap: number | null
  /** Time in the solver; for the report, no promise. */
  solveSeconds: number
  /** Binary variables of the MILP. */
  binaries: number
}

export interface Companion {
  shares: Record<string, number>
  totalDelaySeconds: number
}

export interface StepCost {
  /** null when infeasible, or when time ran out before it was proven. */
  totalDelayChangeSeconds: number | null
  /** false when no allocation with that step keeps bounds and targets. */
  feasible: boolean
  /** Shares of the best allocation with that step; null when infeasible or not proven. */
  shares: Record<string, number> | null
}

export interface Sensitivity {
  name: string
  /** null when the grid or the domain's bounds have no such step. */
  stepUp: StepCost | null
  stepDown: StepCost | null
}

export type SolutionWarningCode =
  | 'idle-domain-kept'
  | 'step-adjusted'
  | 'domain0-share-moves'
  | 'rounding-misses-target'
  | 'pushes-over-target'
  | 'no-violators'

export interface WeightSolution {
  status: SolutionStatus
  /** New shares by guest; null when infeasible. */
  shares: Record<string, number> | null
  /** Xen integers 1..65535, Domain-0's unchanged; null when infeasible. */
  weights: Weights | null
  /** Largest |integer share - grid share|; null when infeasible. */
  roundingError: number | null
  /** Share of one grid step; differs from the asked one only if kept shares leave no whole number. */
  stepShare: number
  /** w_0 before and after; moves only with `scale-5120` or in mode `raise-violator-only`. */
  domain0Share: { before: number; after: number }
  /**
   * The objective at the current and at the new integers: D_total = sum of R_p, eq (7); by
   * `optimiseByEnumeration` and `searchWeights` the mean over all requests of the predictions, the
   * anchored ones where there are any. null = not finite.
   */
  totalDelaySeconds: { before: number | null; after: number | null }
  /** At the new integers; at the current ones when infeasible. */
  predicted: Prediction[]
  proof: Proof
  companions: { greedy: Companion | null; closedForm: Companion | null }
  /** Irreducible sets of domains whose targets cannot be met together; only when infeasible. */
  conflicts: string[][]
  /** What one step more or less of each domain costs, the others re-optimised. */
  sensitivity: Sensitivity[]
  warnings: Reason<SolutionWarningCode>[]
}
