import type { Allocation, Grid } from '../problem/grid.ts'
import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import { freeGroups, move } from './moves.ts'
import { neighbours } from './neighbours.ts'

/** Size of the first moves, as a part of a domain's average steps. */
const FIRST_STRIDE = 1 / 2
/** Total number of neighbours tried when no slope leads further. */
const MOST_NEIGHBOURS = 100
/** Consecutive unsuccessful moves that end a round. */
const MOST_FAILURES = 6

/**
 * Local search from an allocation. One evaluation per group gives the slope of moving steps to it,
 * from the group that has most; the difference of two slopes predicts the effect of a move between
 * them, and the moves are tried in that order. Long moves come first, until none helps, then moves
 * half as long. With targets, slopes say little, because the worst ratio depends on one domain at a
 * time; so the neighbours are tried at the end.
 * @param judge returns null once the budget of evaluations is used up
 */
export async function goDownhill(
  grid: Grid,
  { start, hasTargets }: { start: JudgedAllocation; hasTargets: boolean },
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>,
): Promise<JudgedAllocation> {
  const free = freeGroups(grid)
  let near = MOST_NEIGHBOURS
  const judgeNear = async (allocation: number[]) => (near-- > 0 ? judge(allocation) : null)
  let best = start
  let stride = Math.max(1, Math.round((FIRST_STRIDE * grid.steps) / free.length))
  while (free.length > 1) {
    const slopes = await slopesAt(grid, best, stride, judge)
    if (!slopes) break
    const next = await moveBy(grid, best, { slopes, stride }, judge)
    if (!next) break
    const isDown = isBetter(next, best)
    best = next
    if (isDown) continue
    if (stride > 1) {
      stride = Math.floor(stride / 2)
      continue
    }
    const better = hasTargets ? await betterNeighbour(grid, best, judgeNear) : null
    if (!better) break
    best = better
  }
  return best
}

async function betterNeighbour(
  grid: Grid,
  best: JudgedAllocation,
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>,
): Promise<JudgedAllocation | null> {
  for (const allocation of neighbours(grid, best.allocation)) {
    const judged = await judge(allocation)
    if (!judged) return null
    if (isBetter(judged, best)) return judged
  }
  return null
}

/** The effect of further steps for each group; less is better. */
async function slopesAt(
  grid: Grid,
  best: JudgedAllocation,
  stride: number,
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>,
): Promise<Map<number, number> | null> {
  const free = freeGroups(grid)
  const richest = free.reduce((most, index) =>
    best.allocation[index]! > best.allocation[most]! ? index : most,
  )
  const slopes = new Map([[richest, 0]])
  for (const index of free) {
    if (index === richest) continue
    const more = move(grid, best.allocation, [index, richest], stride)
    const less = more ? null : move(grid, best.allocation, [richest, index], stride)
    const moved = more ?? less
    if (!moved) continue
    const judged = await judge(moved)
    if (!judged) return null
    slopes.set(index, more ? rise(best, judged) : -rise(best, judged))
  }
  return slopes
}

/** The relative increase of the deciding value; a missed target outweighs everything else. */
function rise(before: JudgedAllocation, after: JudgedAllocation): number {
  const part = (['excess', 'softExcess'] as const).find(
    (each) => before[each] > 0 || after[each] > 0,
  )
  return part
    ? Math.log((1 + after[part]) / (1 + before[part]))
    : Math.log(after.cost / before.cost)
}

/**
 * @returns the best allocation after the most promising moves, each group in at most one; null once
 * the budget of evaluations is used up
 */
async function moveBy(
  grid: Grid,
  start: JudgedAllocation,
  { slopes, stride }: { slopes: ReadonlyMap<number, number>; stride: number },
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>,
): Promise<JudgedAllocation | null> {
  let best = start
  let failures = 0
  const moved = new Set<number>()
  for (const [to, from] of promising(slopes)) {
    if (failures === MOST_FAILURES) break
    if (moved.has(to) || moved.has(from)) continue
    const next: Allocation | null = move(grid, best.allocation, [to, from], stride)
    if (!next) continue
    const judged = await judge([...next])
    if (!judged) return isBetter(best, start) ? best : null
    if (!isBetter(judged, best)) {
      failures++
      continue
    }
    failures = 0
    best = judged
    moved.add(to).add(from)
  }
  return best
}

/** Moves [to, from] that should help, the best first. */
function promising(slopes: ReadonlyMap<number, number>): [number, number][] {
  const moves = [...slopes].flatMap(([to, gain]) =>
    [...slopes].flatMap(([from, loss]) =>
      gain < loss ? [{ move: [to, from] as [number, number], rise: gain - loss }] : [],
    ),
  )
  return moves.sort((one, other) => one.rise - other.rise).map(({ move: pair }) => pair)
}
