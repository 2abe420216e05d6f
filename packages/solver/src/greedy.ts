import { type Allocation, type Grid, inverseRates, weightedLoad } from './grid.ts'

/** Least t + price s within the bounds: separable and convex, so step by step is exact. */
function cheapest(grid: Grid, price: number): number[] {
  const { domains } = grid
  const allocation = domains.map(({ keptSteps, minSteps }) => keptSteps ?? minSteps)
  /** What one step more saves; nothing can be saved where no step may be added. */
  const gainOf = (index: number) => {
    const { keptSteps, maxSteps, rate, load } = domains[index]!
    const steps = allocation[index]!
    if (keptSteps !== null || steps >= maxSteps) return Number.NEGATIVE_INFINITY
    return 1 / (rate * steps * (steps + 1)) - price * load
  }
  const gains = [...domains.keys()].map(gainOf)
  let left = domains.reduce(
    (sum, { keptSteps, minSteps }) => (keptSteps === null ? sum - minSteps : sum),
    grid.steps,
  )
  for (; left > 0; left--) {
    let best = -1
    for (let index = 0; index < gains.length; index++) {
      if (gains[index]! > (gains[best] ?? Number.NEGATIVE_INFINITY)) best = index
    }
    allocation[best]!++
    gains[best] = gainOf(best)
  }
  return allocation
}

export interface HullPoint {
  allocation: Allocation
  s: number
  t: number
}

function pointOf(grid: Grid, allocation: Allocation): HullPoint {
  return { allocation, s: weightedLoad(grid, allocation), t: inverseRates(grid, allocation) }
}

/** All extreme points of the lower left hull of (s, t) between two of them, by their chords. */
function hullBetween(grid: Grid, left: HullPoint, right: HullPoint, found: HullPoint[]): void {
  if (right.s <= left.s || left.t <= right.t) return
  const price = (left.t - right.t) / (right.s - left.s)
  const point = pointOf(grid, cheapest(grid, price))
  const chord = left.t + price * left.s
  if (point.t + price * point.s >= chord * (1 - 1e-12)) return
  hullBetween(grid, left, point, found)
  found.push(point)
  hullBetween(grid, point, right, found)
}

/**
 * The supported points of (s, t) within the bounds, SLA rows aside, s rising and t falling. All
 * allocations lie above the line through them. The bounds must fit (boundsFit).
 */
export function lowerHull(grid: Grid): HullPoint[] {
  const leastS = pointOf(grid, cheapest(grid, Number.MAX_VALUE))
  const leastT = pointOf(grid, cheapest(grid, 0))
  const found = [leastS]
  hullBetween(grid, leastS, leastT, found)
  found.push(leastT)
  // Ties at the ends may have put a dominated point there.
  return found.filter(
    (point) =>
      !found.some((o) => o.s <= point.s && o.t <= point.t && o.s + o.t < point.s + point.t),
  )
}

/**
 * The exact optimum of the grid without SLA rows. (s + c) t is quasi-concave and increases in both,
 * so its least value lies at a supported point of (s, t), and each of those is the least
 * t + price s for some price.
 */
export function greedyOptimum(grid: Grid): Allocation {
  return lowerHull(grid).reduce((best, point) =>
    (point.s + grid.ioDelay) * point.t < (best.s + grid.ioDelay) * best.t ? point : best,
  ).allocation
}
