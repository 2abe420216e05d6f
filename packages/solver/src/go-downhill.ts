import type { Allocation, Grid } from './grid.ts'
import type { Judged } from './judge-allocation.ts'
import { freeGroups, move } from './moves.ts'
import { neighbours } from './neighbours.ts'
import { isBetter } from './objective-value.ts'

/** The first moves are of so large a part of what a domain has on average. */
const FIRST_STRIDE = 1 / 2
/** Neighbours tried, in all, where no slope leads on. */
const MOST_NEIGHBOURS = 100
/** So many moves in a row that do not help end a round. */
const MOST_FAILURES = 6

/**
 * Downhill from an allocation: what a move to each group brings is asked once, from the group that has most,
 * and the difference of two tells what to expect of a move between them; those are tried in that order. Long
 * moves first, until none of them helps, then ones half as long. With targets slopes say little, for the worst
 * ratio hangs on one domain at a time: there the neighbours are tried at last.
 *
 * @param judge null once no more may be asked
 */
export async function goDownhill(
  grid: Grid,
  { start, hasTargets }: { start: Judged; hasTargets: boolean },
  judge: (allocation: number[]) => Promise<Judged | null>,
): Promise<Judged> {
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
  best: Judged,
  judge: (allocation: number[]) => Promise<Judged | null>,
): Promise<Judged | null> {
  for (const allocation of neighbours(grid, best.allocation)) {
    const judged = await judge(allocation)
    if (!judged) return null
    if (isBetter(judged, best)) return judged
  }
  return null
}

/** By group, what more steps for it bring: less is better. */
async function slopesAt(
  grid: Grid,
  best: Judged,
  stride: number,
  judge: (allocation: number[]) => Promise<Judged | null>,
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

/** How much worse it gets, as a fraction of what decides; a missed target before all else. */
function rise(before: Judged, after: Judged): number {
  return before.excess > 0 || after.excess > 0
    ? Math.log((1 + after.excess) / (1 + before.excess))
    : Math.log(after.cost / before.cost)
}

/** @returns the best after the moves that promise most, each group in one; null once no more may be asked */
async function moveBy(
  grid: Grid,
  start: Judged,
  { slopes, stride }: { slopes: ReadonlyMap<number, number>; stride: number },
  judge: (allocation: number[]) => Promise<Judged | null>,
): Promise<Judged | null> {
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
