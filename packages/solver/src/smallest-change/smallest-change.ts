import { countAllocations } from '../problem/allocations.ts'
import { checkProblem } from '../problem/check-problem.ts'
import { judgeAllocation, type PredictTimes } from '../problem/judge-allocation.ts'
import { modelSolution } from '../problem/model-solution.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { SolutionWarning, WeightSolution } from '../problem/weight-solution.ts'
import { conflictsOf } from '../search/choose-among.ts'
import { MOST_ALLOCATIONS } from '../search/optimise-by-enumeration.ts'
import { giveTurns } from '../separable/give-turns.ts'
import { findSmallestChange } from './find-smallest-change.ts'
import type { KeptLevel } from './kept-level.ts'
import { ringsAround } from './rings.ts'

interface SmallestChangeOptions {
  /** Maximum number of evaluations on a grid that is too large to try all of it. */
  maxEvaluations: number
  /** The choice of `meet-targets`, for where such a grid shows no smaller change. */
  otherwise: () => Promise<WeightSolution>
  signal?: AbortSignal
}

/**
 * The weights that change the shares in force least among those that keep every target with
 * `targetMargin` and, if possible, every soft target; of equal changes, the best for `meet-targets`.
 * Where none keep the margin, those that keep the targets without it.
 *
 * `optimal`: all nearer allocations of the grid were tried. `infeasible`: all were, and none keeps
 * the targets. On a grid that is too large for that, `not-proven`.
 * @throws as `optimiseByEnumeration`, but for `grid-too-large`
 */
export async function smallestChange(
  problem: WeightProblem,
  predict: PredictTimes,
  { maxEvaluations, otherwise, signal }: SmallestChangeOptions,
): Promise<WeightSolution> {
  checkProblem(problem)
  const began = performance.now()
  const posed = poseGrid(problem)
  const isSmall = countAllocations(posed.grid) <= MOST_ALLOCATIONS
  const { rings, isWhole } = ringsAround(problem, posed, {
    most: isSmall ? MOST_ALLOCATIONS : maxEvaluations,
  })
  const giveTurn = giveTurns(signal)
  const { best, level, tried } = await findSmallestChange(problem, rings, async (ring) => {
    const judged = []
    for (const written of ring) {
      await giveTurn()
      judged.push(judgeAllocation(problem, written, await predict(written.weights)))
    }
    return judged
  })
  if (!best && !isWhole) return fallBack(await otherwise())
  const solution = modelSolution(problem, posed, await predict(problem.currentWeights), {
    status: !isWhole ? 'not-proven' : best ? 'optimal' : 'infeasible',
    engine: isWhole ? 'enumeration' : 'search',
    cause: isWhole ? null : { code: 'search', asked: tried.length },
    best,
    bound: null,
    conflicts: best ? [] : conflictsOf(tried),
    sensitivity: [],
    solveSeconds: (performance.now() - began) / 1000,
  })
  return { ...solution, warnings: [...solution.warnings, ...changeWarnings(problem, level)] }
}

/** Another choice, which says that no smaller change was found. */
export function fallBack(other: WeightSolution): WeightSolution {
  return { ...other, warnings: [...other.warnings, { code: 'no-smaller-change' }] }
}

/** Says where the targets are kept, but not with the margin. */
export function changeWarnings(
  { targetMargin = 0 }: WeightProblem,
  level: KeptLevel | null,
): SolutionWarning[] {
  const keepsMargin = level === null || level === 'margin' || level === 'margin-and-soft'
  return keepsMargin ? [] : [{ code: 'margin-not-kept', targetMargin }]
}
