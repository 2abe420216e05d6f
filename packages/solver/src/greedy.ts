import {
  type Allocation,
  type Grid,
  inverseRates,
  totalDelaySeconds,
  weightedLoad,
} from './grid.ts'

/** Least t + price s within the bounds: separable and convex, so step by step is exact. */
function cheapest(grid: Grid, price: number): number[] {
  const allocation = grid.domains.map(({ keptSteps, minSteps }) => keptSteps ?? minSteps)
  const free = [...grid.domains.keys()].filter((index) => grid.domains[index]!.keptSteps === null)
  const gain = (index: number) => {
    const { rate, load } = grid.domains[index]!
    const steps = allocation[index]!
    return 1 / (rate * steps * (steps + 1)) - price * load
  }
  let left = grid.steps - free.reduce((sum, index) => sum + allocation[index]!, 0)
  for (; left > 0; left--) {
    let best = -1
    let bestGain = Number.NEGATIVE_INFINITY
    for (const index of free) {
      if (allocation[index]! >= grid.domains[index]!.maxSteps) continue
      const own = gain(index)
      if (own > bestGain) [best, bestGain] = [index, own]
    }
    allocation[best]!++
  }
  return allocation
}

interface Point {
  allocation: number[]
  s: number
  t: number
}

function pointOf(grid: Grid, allocation: number[]): Point {
  return { allocation, s: weightedLoad(grid, allocation), t: inverseRates(grid, allocation) }
}

/** All extreme points of the lower left hull of (s, t) between two of them, by their chords. */
function hullBetween(grid: Grid, left: Point, right: Point, found: Point[]): void {
  if (right.s <= left.s || left.t <= right.t) return
  const price = (left.t - right.t) / (right.s - left.s)
  const point = pointOf(grid, cheapest(grid, price))
  const chord = left.t + price * left.s
  if (point.t + price * point.s >= chord * (1 - 1e-12)) return
  found.push(point)
  hullBetween(grid, left, point, found)
  hullBetween(grid, point, right, found)
}

/**
 * The exact optimum of the grid without SLA rows. (s + c)(t + const) is quasi-concave and increases
 * in both, so its least value lies at a supported point of (s, t), and each of those is the least
 * t + price s for some price. The bounds must fit (boundsFit).
 */
export function greedyOptimum(grid: Grid): Allocation {
  const leastT = pointOf(grid, cheapest(grid, 0))
  const leastS = pointOf(grid, cheapest(grid, Number.MAX_VALUE))
  const points = [leastT, leastS]
  hullBetween(grid, leastS, leastT, points)
  const delays = points.map(({ allocation }) => totalDelaySeconds(grid, allocation))
  return points[delays.indexOf(Math.min(...delays))]!.allocation
}
