import { optimiseOnGrid } from './milp/optimise-on-grid.ts'
import { checkProblem } from './problem/check-problem.ts'
import type { SolveOptions, WeightProblem } from './problem/weight-problem.ts'
import { WeightProblemError } from './problem/weight-problem-error.ts'
import type { WeightSolution } from './problem/weight-solution.ts'
import { raiseViolators } from './separable/raise-violators.ts'

/**
 * The weights of least total delay by the published formula, in whole steps and with a proof; or
 * the result of the rule `raise-violator-only`. Branch and bound runs in this thread and takes some
 * milliseconds on the finest grids; what it leaves open goes to an integer program in a worker
 * thread.
 *
 * `optimal`: proven. `infeasible`: proven that no weights on the grid keep all targets, with the
 * conflicting sets. `not-proven`: the time limit ended the search; the best allocation known, which
 * keeps every target, with its gap. A constraint is never relaxed.
 * @throws WeightProblemError when the problem is invalid: step, grid, bounds, names, objective
 * @throws ModelInputError when a weight is missing or a load is not a number
 * @throws the signal's reason when aborted
 */
export async function optimiseWeights(
  problem: WeightProblem,
  options: SolveOptions = {},
): Promise<WeightSolution> {
  options.signal?.throwIfAborted()
  checkProblem(problem)
  if (problem.mode === 'raise-violator-only') return raiseViolators(problem)
  if (problem.objective === 'total-delay') return optimiseOnGrid(problem, options)
  throw new WeightProblemError(
    'objective-needs-model',
    `The integer program minimises the total delay; for ${problem.objective} a model is asked.`,
  )
}
