import { checkProblem } from './check-problem.ts'
import { optimiseOnGrid } from './optimise-on-grid.ts'
import { raiseViolators } from './raise-violators.ts'
import type { SolveOptions, WeightProblem } from './weight-problem.ts'
import type { WeightSolution } from './weight-solution.ts'

/**
 * The best weights for a host, in whole steps, with proof. The integer program runs in a worker
 * thread of its own; the bounds that prepare it are computed here, in milliseconds on a grid of 0.05
 * and some hundreds of them on one of 0.01 with targets.
 *
 * `optimal`: proven. `infeasible`: proven that no weights on the grid keep all targets, with the
 * sets that conflict. `not-proven`: the time limit ended the search; the best allocation known, which
 * keeps every target, with its gap. A constraint is never relaxed.
 *
 * @throws WeightProblemError when the question cannot be posed: step, grid, bounds, names
 * @throws ModelInputError when a weight is missing or a load is not a number
 * @throws the signal's reason when aborted
 */
export async function optimiseWeights(
  problem: WeightProblem,
  options: SolveOptions = {},
): Promise<WeightSolution> {
  options.signal?.throwIfAborted()
  checkProblem(problem)
  return problem.mode === 'raise-violator-only'
    ? raiseViolators(problem)
    : optimiseOnGrid(problem, options)
}
