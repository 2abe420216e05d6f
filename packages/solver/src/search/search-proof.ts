import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { decisive } from '../problem/model-solution.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { Proof, WeightSolution } from '../problem/weight-solution.ts'
import type { ObjectiveBound } from './objective-bound.ts'

interface SearchOutcome {
  best: JudgedAllocation
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
  Pick<WeightSolution, 'status'> & { best: JudgedAllocation | null } {
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
 * Lower bound of the deciding value at the optimum, the worst ratio to a target, soft or not, or
 * the cost; null where there is none.
 */
function leastDecisive(
  { objective }: WeightProblem,
  best: JudgedAllocation,
  { ratio, softExcess, cost }: ObjectiveBound,
): number | null {
  if (best.excess === 0) return best.softExcess === 0 ? cost : 1 + softExcess
  // While it is open whether every target can be kept, the cost of doing so bounds nothing.
  return objective === 'meet-targets' ? ratio : null
}

function searched(asked: number): Proof['cause'] {
  return { code: 'search', asked }
}

function notClosed(best: JudgedAllocation, bound: number | null, asked: number): Proof['cause'] {
  const gap = bound === null ? null : decisive(best) / bound - 1
  return { code: 'loose-bounds', asked, gap }
}
