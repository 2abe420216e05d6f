import type { Weights } from '@steelyard/model'
import { allocations, countAllocations } from './allocations.ts'
import { giveTurns } from './give-turns.ts'
import { judgeAllocation, type PredictTimes, type Written, writtenAs } from './judge-allocation.ts'
import { neighbours, snap } from './neighbours.ts'
import { isBetter } from './objective-value.ts'
import type { PosedGrid } from './pose-grid.ts'
import type { WeightProblem } from './weight-problem.ts'

/** Of so many the guide is asked about all. */
const MOST_GUIDED = 2000

/**
 * Where a slow model should look on a grid that is too large for it: what the candidates and the weights in
 * force come to on the grid, and the allocations that the guide expects most of: of all, or, where those
 * are too many for the guide as well, of the ones next to those to begin from.
 *
 * @param most how many, of which those to begin from are the first
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
