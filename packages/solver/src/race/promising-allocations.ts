import type { Weights } from '@steelyard/model'
import { allocations, countAllocations } from '../problem/allocations.ts'
import {
  type PredictTimes,
  type WrittenAllocation,
  writtenAs,
} from '../problem/judge-allocation.ts'
import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { neighbours, snap } from '../search/neighbours.ts'
import { rankAllocations } from './rank-allocations.ts'

/** Up to this many allocations, the guide evaluates all. */
const MOST_GUIDED = 2000

/** Where a search begins, and what ranks the allocations for it. */
export interface Guide {
  /** Weights to start from, besides those in force. */
  starts: readonly Weights[]
  /** A quick model; null where none answers. */
  predict: PredictTimes | null
}

/**
 * The allocations that a slow model should evaluate first on a grid that is too large for it: the
 * weights in force and the starting points, mapped to the grid; then, in turn, the ones next to
 * these and those that the quick model ranks best. A quick model may rank the wrong way, so it never
 * has all the places. It evaluates all allocations or, where those are too many for it as well, the
 * ones next to the starting points.
 * @param most the number of allocations returned, beginning with the starting points
 */
export async function promisingAllocations(
  problem: WeightProblem,
  posed: PosedGrid,
  { predict, starts }: Guide,
  most: number,
): Promise<WrittenAllocation[]> {
  const known = new Set<string>()
  const isNew = (allocation: readonly number[]) => {
    const before = known.size
    return known.add(allocation.join()).size > before
  }
  const begin = [problem.currentWeights, ...starts]
    .map((weights) => snap(posed.grid, weights))
    .filter(isNew)
  const near = inTurn(begin.map((allocation) => [...neighbours(posed.grid, allocation)]))
  const ranked = predict ? await rankedBy(problem, posed, predict, near) : []
  const others = inTurn([near, ranked]).filter(isNew)
  return [...begin, ...others]
    .slice(0, most)
    .map((allocation) => writtenAs(problem, posed, allocation))
}

/** The allocations from the best to the worst by a quick model. */
async function rankedBy(
  problem: WeightProblem,
  posed: PosedGrid,
  predict: PredictTimes,
  near: readonly number[][],
): Promise<number[][]> {
  const isSmall = countAllocations(posed.grid) <= MOST_GUIDED
  const all = [...(isSmall ? allocations(posed.grid) : near)]
  const ranked = await rankAllocations(
    problem,
    predict,
    all.map((allocation) => writtenAs(problem, posed, allocation)),
  )
  return ranked.map(({ allocation }) => allocation)
}

/** The first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list) => list.slice(i, i + 1)),
  ).flat()
}
