import { allocations, countAllocations } from '../problem/allocations.ts'
import { changeOfShares, SAME_CHANGE } from '../problem/change-of-shares.ts'
import { type WrittenAllocation, writtenAs, writtenInForce } from '../problem/judge-allocation.ts'
import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { neighbours, snap } from '../search/neighbours.ts'

export interface Rings {
  /** Allocations that change the shares about equally, the nearest to those in force first. */
  rings: WrittenAllocation[][]
  /** Whether they have every allocation of the grid. */
  isWhole: boolean
}

/**
 * The weights in force, which need not be on the grid, and around them the allocations in rings by
 * how far they change the shares. Of a grid with more than `most`, those that the fewest moves from
 * the weights in force reach.
 * @param width how much further the farthest of a ring may be than the nearest
 */
export function ringsAround(
  problem: WeightProblem,
  posed: PosedGrid,
  { most, width = 0 }: { most: number; width?: number },
): Rings {
  const isWhole = countAllocations(posed.grid) <= most
  const listed = isWhole ? allocations(posed.grid) : reachedFirst(problem, posed, most)
  const change = changeOfShares(problem)
  const away = [...listed]
    .map((allocation) => writtenAs(problem, posed, allocation))
    .map((written) => ({ written, change: change(written.shares) }))
    .sort((one, other) => one.change - other.change)
  const rings: WrittenAllocation[][] = [[writtenInForce(problem)]]
  let begin = Number.NEGATIVE_INFINITY
  for (const each of away) {
    if (each.change > begin + width + SAME_CHANGE) {
      begin = each.change
      rings.push([])
    }
    rings.at(-1)!.push(each.written)
  }
  return { rings, isWhole }
}

function reachedFirst(problem: WeightProblem, { grid }: PosedGrid, most: number): number[][] {
  const reached = [snap(grid, problem.currentWeights)]
  const known = new Set(reached.map((each) => each.join()))
  for (let from = 0; from < reached.length && reached.length < most; from++) {
    for (const next of neighbours(grid, reached[from]!)) {
      if (known.size < known.add(next.join()).size) reached.push(next)
    }
  }
  return reached.slice(0, most)
}
