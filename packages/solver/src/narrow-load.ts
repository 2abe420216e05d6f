import { type HullPoint, lowerHull } from './greedy.ts'
import {
  type Allocation,
  extremeLoad,
  type Grid,
  meetsRows,
  totalDelaySeconds,
  weightedLoad,
} from './grid.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

interface Interval {
  grid: Grid
  boundSeconds: number
}

/** t of the hull at s: linear between its points, flat beyond the last. */
function hullAt(hull: readonly HullPoint[], s: number): number {
  const next = hull.findIndex((point) => point.s >= s)
  if (next <= 0) return hull.at(next)!.t
  const [left, right] = [hull[next - 1]!, hull[next]!]
  return left.t + ((s - left.s) / (right.s - left.s)) * (right.t - left.t)
}

/**
 * Least (s + c) t on the hull within the range of s. On each edge t falls linearly, so the product
 * is concave there and least at an end of the edge or of the range.
 */
function boundOf(grid: Grid, hull: readonly HullPoint[]): number {
  const from = Math.max(grid.leastLoad, hull[0]!.s)
  const inside = hull.map(({ s }) => s).filter((s) => s > from && s < grid.greatestLoad)
  const ends = [from, ...inside, Math.min(grid.greatestLoad, hull.at(-1)!.s)].filter(
    (s) => s >= from,
  )
  const products = ends.map((s) => (s + grid.ioDelay) * hullAt(hull, s))
  return grid.constantSeconds + grid.delayScaleSeconds * Math.min(...products)
}

export interface Narrowed {
  /** The grid with the range of s, and with it the bounds, that an optimum can lie in. */
  grid: Grid
  /** No allocation that keeps the rows is below it. */
  boundSeconds: number
  /** The best allocation met on the way that keeps the rows. */
  incumbent: Allocation
}

/**
 * Cuts the range of s in two again and again, where its bound is least. In a range from s up, the
 * rows ask for at least (s + c) / room steps, so the narrower the range the tighter the bounds; and
 * points of the hull that keep the rows are good allocations. Ranges whose bound exceeds the best
 * allocation are dropped; what remains still holds every optimum.
 *
 * @param grid tightened by its targets, with a feasible allocation
 * @param cuts how many times; the work is proportional
 */
export function narrowLoad(grid: Grid, feasible: Allocation, cuts: number): Narrowed {
  let incumbent = feasible
  let best = totalDelaySeconds(grid, feasible)
  const intervalOf = (leastLoad: number, greatestLoad: number): Interval[] => {
    const tightened = tightenByTargets({ ...grid, leastLoad, greatestLoad })?.grid
    if (!tightened) return []
    const hull = lowerHull(tightened)
    for (const { allocation } of hull) {
      const delay = totalDelaySeconds(grid, allocation)
      if (delay < best && meetsRows(grid, allocation)) [incumbent, best] = [allocation, delay]
    }
    return [{ grid: tightened, boundSeconds: boundOf(tightened, hull) }]
  }
  let open = intervalOf(
    weightedLoad(grid, extremeLoad(grid, 'least')),
    weightedLoad(grid, extremeLoad(grid, 'greatest')),
  )
  for (let cut = 0; cut < cuts; cut++) {
    open = open.filter(({ boundSeconds }) => boundSeconds <= best * (1 + 1e-9))
    open.sort((a, b) => a.boundSeconds - b.boundSeconds)
    const [first, ...others] = open
    if (!first) break
    const { leastLoad, greatestLoad } = first.grid
    const middle = (leastLoad + greatestLoad) / 2
    open = [...others, ...intervalOf(leastLoad, middle), ...intervalOf(middle, greatestLoad)]
  }
  // The range of the incumbent is never dropped, its bound being at most the incumbent's delay.
  open = open.filter(({ boundSeconds }) => boundSeconds <= best * (1 + 1e-9))
  const leastLoad = Math.min(...open.map((interval) => interval.grid.leastLoad))
  const greatestLoad = Math.max(...open.map((interval) => interval.grid.greatestLoad))
  return {
    grid: tightenByTargets({ ...grid, leastLoad, greatestLoad })!.grid,
    boundSeconds: Math.min(best, ...open.map(({ boundSeconds }) => boundSeconds)),
    incumbent,
  }
}
