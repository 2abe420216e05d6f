import { divideSteps } from '../problem/divide-steps.ts'
import {
  type Allocation,
  type Grid,
  inverseRates,
  meetsRows,
  productOf,
  weightedLoad,
} from '../problem/grid.ts'

export interface HullPoint {
  allocation: Allocation
  s: number
  t: number
}

/** The best allocation known, and its product (s + c) t. */
export interface Incumbent {
  allocation: Allocation
  product: number
}

export function incumbentOf(grid: Grid, allocation: Allocation): Incumbent {
  return { allocation, product: productOf(grid, allocation) }
}

/** An edge of the hull on which the product may fall below that of the incumbent. */
export interface Edge {
  left: HullPoint
  right: HullPoint
  /** Lower bound of the product on the edge. */
  bound: number
}

/**
 * Products within this relative distance are equal, so that rounding errors cannot prolong a
 * search.
 */
const SAME = 1e-9

/** A point within this relative distance of the chord lies on it. */
const SAME_LINE = 1e-12

/** Minimises t + price s within the bounds; a price of Infinity minimises s. */
function cheapest(grid: Grid, price: number): HullPoint {
  const allocation = divideSteps(grid, ({ load, inverseRate }, steps) =>
    price === Number.POSITIVE_INFINITY ? load * steps : inverseRate / steps + price * load * steps,
  )!
  return { allocation, s: weightedLoad(grid, allocation), t: inverseRates(grid, allocation) }
}

/**
 * Searches the lower left hull of (s, t), over all allocations within the bounds regardless of SLA
 * rows, for the part where the product (s + c) t may fall below the incumbent's, up to the greatest
 * s of the grid. A hull point that keeps the rows and is better becomes the incumbent.
 *
 * Each extreme point minimises t + price s for some price: a separable convex problem, which
 * `divideSteps` solves exactly. All allocations lie above the line through the point with that
 * slope. On the line the product is concave, so on any segment it is least at an end; where that is
 * no less than the incumbent's, the segment needs no further search.
 * @param grid without rows, or tightened by its targets, so that its allocation of least s keeps
 * them; otherwise the hull may be a single point that misses a row, and nothing would be searched
 * @returns the edge with the least bound; null where no allocation is better than the incumbent
 */
export function exploreHull(grid: Grid, incumbent: Incumbent): Edge | null {
  const { ioDelay, greatestLoad } = grid
  const isOpen = (bound: number) => bound < incumbent.product * (1 - SAME)
  const meet = (price: number): HullPoint => {
    const point = cheapest(grid, price)
    const product = (point.s + ioDelay) * point.t
    if (isOpen(product) && meetsRows(grid, point.allocation)) {
      incumbent.product = product
      incumbent.allocation = point.allocation
    }
    return point
  }
  let weakest: Edge | null = null
  const look = (left: HullPoint, right: HullPoint): void => {
    if (left.s >= greatestLoad || right.s <= left.s || left.t <= right.t) return
    const price = (left.t - right.t) / (right.s - left.s)
    const point = meet(price)
    const chord = left.t + price * left.s
    const level = Math.min(chord, point.t + price * point.s)
    const productAt = (s: number) => (s + ioDelay) * (level - price * s)
    const bound = Math.min(productAt(left.s), productAt(Math.min(right.s, greatestLoad)))
    if (!isOpen(bound)) return
    if (level < chord * (1 - SAME_LINE)) {
      look(left, point)
      look(point, right)
    } else if (!weakest || bound < weakest.bound) {
      weakest = { left, right, bound }
    }
  }
  look(meet(Number.POSITIVE_INFINITY), meet(0))
  const found = weakest as Edge | null
  return found && isOpen(found.bound) ? found : null
}

/**
 * The exact optimum of the grid without SLA rows. (s + c) t is quasi-concave and increases in both
 * s and t, so over the convex hull of all (s, t) its minimum is an extreme point of the lower left
 * part; each of those is an allocation, found by the parametric greedy of `exploreHull`.
 * @param known a starting point within the bounds
 */
export function greedyOptimum(grid: Grid, known: Allocation | null = null): Allocation {
  const groups = grid.groups.map((group) => ({ ...group, room: null }))
  const incumbent = incumbentOf(grid, known ?? cheapest(grid, 0).allocation)
  exploreHull({ ...grid, groups }, incumbent)
  return incumbent.allocation
}
