import type { Weights } from '@steelyard/model'
import { allocations, countAllocations } from '../problem/allocations.ts'
import {
  judgeAllocation,
  type PredictTimes,
  type Written,
  writtenAs,
} from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { neighbours, snap } from '../search/neighbours.ts'
import { giveTurns } from '../separable/give-turns.ts'

/** Up to this many allocations, the guide evaluates all. */
const MOST_GUIDED = 2000

/**
 * The allocations that a slow model should evaluate on a grid that is too large for it: the
 * candidates and the weights in force, mapped to the grid, and those that the guide ranks best. The
 * guide evaluates all allocations or, where those are too many for it as well, the ones next to the
 * starting points.
 * @param most the number of allocations returned, beginning with the starting points
 */
export async function promisingAllocations(
  problem: WeightProblem,
  posed: PosedGrid,
  { predict, candidates }: { predict: PredictTimes; candidates: readonly Weights[] },
  most: number,
): Promise<Written[]> {
  const known = new Set<string>()
  const isNew = (allocation: readonly number[]) => {
    const before = known.size
    return known.add(allocation.join()).size > before
  }
  const begin = [problem.currentWeights, ...candidates]
    .map((weights) => snap(posed.grid, weights))
    .filter(isNew)
  const isSmall = countAllocations(posed.grid) <= MOST_GUIDED
  const others = isSmall
    ? [...allocations(posed.grid)]
    : begin.flatMap((allocation) => [...neighbours(posed.grid, allocation)])
  const giveTurn = giveTurns()
  const judged = []
  for (const allocation of others.filter(isNew)) {
    await giveTurn()
    const written = writtenAs(problem, posed, allocation)
    judged.push(judgeAllocation(problem, written, await predict(written.weights)))
  }
  judged.sort((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0))
  const first = begin.map((allocation) => writtenAs(problem, posed, allocation))
  return [...first, ...judged].slice(0, most)
}
