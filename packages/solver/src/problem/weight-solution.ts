import type { Weights } from '@steelyard/model'
import type { StepReason } from './grid-steps.ts'
import type { Objective } from './weight-problem.ts'

type SolutionStatus = 'optimal' | 'infeasible' | 'not-proven'

export interface Prediction {
  name: string
  /** The model's own time at the new Xen integers, seconds; null when it is not finite. */
  modelSeconds: number | null
  /** factor x model: compared with the target and used in the objective. */
  predictedSeconds: number | null
  targetSeconds: number | null
  softTargetSeconds: number | null
  /** null without a target or without a prediction. */
  meetsTarget: boolean | null
}

/** Why there is no proof. */
export type NotProvenCause =
  | { code: 'time-limit'; gap: number | null }
  | { code: 'too-many-allocations'; allocations: number; played: number }
  | { code: 'search'; asked: number }
  /** More time would hardly help on a grid of this size. */
  | { code: 'loose-bounds'; asked: number; gap: number | null }

export interface Proof {
  /**
   * What established the status. `relaxation`: the exact optimum without targets keeps them.
   * `branch-and-bound`: bounds rule out all parts of the grid. `milp`: the integer program
   * completed. `monotone-bounds`: the least shares that the targets require do not fit.
   * `least-raise`: least fixed point of the raises. `enumeration`: every allocation was tried.
   * `search`: only some were.
   */
  engine:
    | 'relaxation'
    | 'branch-and-bound'
    | 'milp'
    | 'monotone-bounds'
    | 'least-raise'
    | 'enumeration'
    | 'search'
  /**
   * Proven lower bound of the deciding value, null where there is none: of the objective; for
   * `meet-targets`, of the worst ratio to a target, or of that to a soft one where every target can be
   * kept and not every soft one.
   */
  bound: number | null
  /**
   * The same value at the answer on the grid. The integer program takes it at the exact shares,
   * before rounding to integers.
   */
  gridValue: number | null
  /** (grid value - bound) / bound; 0 when proven optimal, null without a solution. */
  gap: number | null
  /** Why the status is `not-proven`; null for any other status. */
  cause: NotProvenCause | null
  /** Time spent in the solver, for information only. */
  solveSeconds: number
  /** Binary variables of the MILP. */
  binaries: number
}

export interface Companion {
  shares: Record<string, number>
  totalDelaySeconds: number
}

export interface StepCost {
  /** Change of the objective; null when infeasible, or when time ran out before it was proven. */
  change: number | null
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

/** What a reader of a solution should know, with the values that a sentence needs. */
export type SolutionWarning =
  | { code: 'idle-domain-kept'; domain: string }
  | {
      code: 'step-adjusted'
      reason: StepReason
      steps: number
      stepShare: number
      askedStepShare: number
    }
  | { code: 'domain0-share-moves'; before: number; after: number }
  /** `needs` is the part of the credits that Domain-0 needs; see `creditsDomain0Needs`. */
  | { code: 'domain0-keeps-credits'; guestTotal: number; needs: number }
  | {
      code: 'rounding-misses-target' | 'pushes-over-target'
      domain: string
      predictedSeconds: number
      targetSeconds: number
    }
  | { code: 'no-violators' }
  /** The smallest change keeps every target, but not with the margin that was asked for. */
  | { code: 'margin-not-kept'; targetMargin: number }
  /** No smaller change that keeps the targets was found, so the choice is that of `meet-targets`. */
  | { code: 'no-smaller-change' }
  /** A simulation cannot tell these from the best; the answer is the one that changes least. */
  | { code: 'others-as-good'; allocations: number }

export interface WeightSolution {
  status: SolutionStatus
  /** New shares by guest; null when infeasible. */
  shares: Record<string, number> | null
  /** Xen integers 1..65535, Domain-0's unchanged; null when infeasible. */
  weights: Weights | null
  /** Largest |integer share - grid share|; null when infeasible. */
  roundingError: number | null
  /**
   * Share of one grid step; differs from the requested one only if kept shares leave no whole
   * number of steps.
   */
  stepShare: number
  /** w_0 before and after; changes only with `scale-5120` or in mode `raise-violator-only`. */
  domain0Share: { before: number; after: number }
  /**
   * The `value` of the objective at the current and at the new integers, seconds or a ratio as in
   * `objectiveValue`; null when not finite or without new integers.
   */
  objective: { name: Objective; before: number | null; after: number | null }
  /** At the new integers; at the current ones when infeasible. */
  predicted: Prediction[]
  proof: Proof
  companions: { greedy: Companion | null; closedForm: Companion | null }
  /** Irreducible sets of domains whose targets cannot be met together; only when infeasible. */
  conflicts: string[][]
  /** The cost of one step more or less for each domain, with the others re-optimised. */
  sensitivity: Sensitivity[]
  warnings: SolutionWarning[]
}
