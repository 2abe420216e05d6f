import type { Judged } from '../problem/judge-allocation.ts'
import { decisive } from '../problem/model-solution.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { Proof, WeightSolution } from '../problem/weight-solution.ts'
import type { ObjectiveBound } from './objective-bound.ts'

interface SearchOutcome {
  best: Judged
  /** null when the model has no bounds. */
  bound: ObjectiveBound | null
  isProven: boolean
}

/**
 * The proof that a search provides: an optimum when the bounds close, otherwise the gap to the best
 * possible.
 */
export function proofOfSearch(
  problem: WeightProblem,
  { best, bound, isProven }: SearchOutcome,
  asked: number,
): Pick<Proof, 'engine' | 'cause' | 'bound'> &
  Pick<WeightSolution, 'status'> & { best: Judged | null } {
  if (!bound) {
    return { status: 'not-proven', engine: 'search', best, bound: null, cause: searched(asked) }
  }
  const engine = 'branch-and-bound'
  if (problem.mode === 'keep-targets' && bound.excess > 0) {
    return { status: 'infeasible', engine, best: null, bound: null, cause: null }
  }
  const least = leastDecisive(problem, best, bound)
  return isProven
    ? { status: 'optimal', engine, best, bound: least, cause: null }
    : { status: 'not-proven', engine, best, bound: least, cause: notClosed(best, least, asked) }
}

/**
 * Lower bound of the deciding value at the optimum, the worst ratio to a target or the cost; null
 * where there is none.
 */
function leastDecisive(
  { objective }: WeightProblem,
  best: Judged,
  { ratio, cost }: ObjectiveBound,
): number | null {
  if (best.excess === 0) return cost
  // While it is open whether every target can be kept, the cost of doing so bounds nothing.
  return objective === 'meet-targets' ? ratio : null
}

function searched(asked: number): Proof['cause'] {
  return {
    code: 'search',
    sentence: `The model evaluated ${asked} allocations, not all: none of them is better.`,
    numbers: { asked },
  }
}

/** The cause is not the time limit: more time would hardly help on a grid of this size. */
function notClosed(best: Judged, bound: number | null, asked: number): Proof['cause'] {
  const gap = bound === null ? null : decisive(best) / bound - 1
  const open =
    gap === null
      ? 'whether any meet every target is open'
      : `it is at most ${(100 * gap).toFixed(1)} % above the optimum`
  return {
    code: 'loose-bounds',
    sentence: `The grid is too large to try all of it: ${asked} allocations were evaluated, and bounds on whole parts of the grid, which assume the best case for each pair of domains, rule out too little of the rest; ${open}.`,
    numbers: { asked, ...(gap === null ? {} : { gap }) },
  }
}
