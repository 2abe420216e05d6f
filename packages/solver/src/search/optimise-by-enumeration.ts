import { allocations, countAllocations } from '../problem/allocations.ts'
import { checkProblem } from '../problem/check-problem.ts'
import {
  type JudgedAllocation,
  judgeAllocation,
  type PredictTimes,
  writtenAs,
} from '../problem/judge-allocation.ts'
import { decisive, modelSolution } from '../problem/model-solution.ts'
import { isBetter } from '../problem/objective-value.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { WeightProblemError } from '../problem/weight-problem-error.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { giveTurns } from '../separable/give-turns.ts'
import { bestOf, conflictsOf, isAcceptable, nearestOf, sensitivityOf } from './choose-among.ts'

export interface ModelOptions {
  /**
   * The relative gain in the objective that other weights must reach to count as better. By the
   * conservation law, means hardly change in some directions; there the weights in force should win
   * over the last digit of a model or the noise of a simulation. Default 0.
   */
  leastGain?: number
  signal?: AbortSignal
}

/** Above this number of allocations, enumeration takes too long and `searchWeights` is used. */
export const MOST_ALLOCATIONS = 12_000

/**
 * The number of allocations that `optimiseByEnumeration` would try; null where it would reject the
 * grid.
 */
export function allocationsToTry(problem: WeightProblem): number | null {
  checkProblem(problem)
  const count = countAllocations(poseGrid(problem).grid)
  return count <= MOST_ALLOCATIONS ? count : null
}

/**
 * The best weights on the grid by any model, found by evaluating every allocation; among all within
 * `leastGain` of the best, the one that changes the shares in force least. In mode `keep-targets`,
 * `infeasible` is proven as well: no allocation keeps them, and the conflicting sets are listed.
 * With the objective `meet-targets` the answer is then the allocation nearest to the targets,
 * together with the same conflicts.
 * @param predict called at most `MOST_ALLOCATIONS` times; yields to other work in between
 * @throws WeightProblemError `grid-too-large`, or what `optimiseWeights` throws
 * @throws the signal's reason when aborted
 */
export async function optimiseByEnumeration(
  problem: WeightProblem,
  predict: PredictTimes,
  { leastGain = 0, signal }: ModelOptions = {},
): Promise<WeightSolution> {
  checkProblem(problem)
  const posed = poseGrid(problem)
  const count = countAllocations(posed.grid)
  if (count > MOST_ALLOCATIONS) throw tooLarge(count, MOST_ALLOCATIONS)
  const began = performance.now()
  const now = await predict(problem.currentWeights)
  const all: JudgedAllocation[] = []
  const giveTurn = giveTurns(signal)
  for (const allocation of allocations(posed.grid)) {
    await giveTurn()
    const written = writtenAs(problem, posed, allocation)
    all.push(judgeAllocation(problem, written, await predict(written.weights)))
  }
  const least = bestOf(all)!
  const feasible = isAcceptable(problem, least)
  const best = feasible
    ? nearestOf(
        problem,
        all.filter((judged) => !isBetter(least, judged, leastGain)),
      )
    : null
  return modelSolution(problem, posed, now, {
    status: feasible ? 'optimal' : 'infeasible',
    engine: 'enumeration',
    cause: null,
    best,
    bound: best && decisive(least),
    conflicts: least.excess > 0 ? conflictsOf(all) : [],
    sensitivity: best ? sensitivityOf(problem, posed, best, all) : [],
    solveSeconds: (performance.now() - began) / 1000,
  })
}

function tooLarge(count: number, most: number): WeightProblemError {
  return new WeightProblemError(
    'grid-too-large',
    `The grid has ${count.toLocaleString('en')} allocations, too many to try them all.`,
    { allocations: count, mostAllocations: most },
  )
}
