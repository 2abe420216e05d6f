import { type Allocation, type Grid, meetsRows } from '../problem/grid.ts'
import {
  type Edge,
  exploreHull,
  type HullPoint,
  type Incumbent,
  incumbentOf,
} from '../separable/greedy.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

interface Node {
  grid: Grid
  edge: Edge
}

export interface RowSearchResult {
  incumbent: Incumbent
  /**
   * Parts of the grid that may hold a better allocation, each with a lower bound of its product;
   * empty when none may.
   */
  open: { grid: Grid; bound: number }[]
  nodes: number
}

/**
 * Branch and bound with lower bounds from the hull of (s, t). Where an end of the weakest edge of a
 * part violates a row s + c <= room k, either s is smaller or k is larger than there, so both
 * branches exclude that point. Where the edge leaves the range of s between two points, they differ
 * in some k, and the part is split on it. Parts whose bound does not improve on the incumbent are
 * discarded.
 * @param grid tightened by its targets
 * @param witness keeps bounds and rows; the better it is, the sooner the search ends
 * @param mostNodes maximum number of parts to explore
 */
export function branchOnRows(grid: Grid, witness: Allocation, mostNodes: number): RowSearchResult {
  const incumbent = incumbentOf(grid, witness)
  let open: Node[] = []
  let nodes = 0
  const add = (part: Grid) => {
    nodes++
    const tightened = tightenByTargets(part)
    const edge = tightened && exploreHull(tightened.grid, incumbent)
    if (edge) open.push({ grid: tightened.grid, edge })
  }
  add(grid)
  while (open.length > 0 && nodes < mostNodes) {
    open = open.filter(({ edge }) => edge.bound < incumbent.product)
    open.sort((one, other) => one.edge.bound - other.edge.bound)
    const first = open.shift()
    if (first) for (const half of halvesOf(first)) add(half)
  }
  return {
    incumbent,
    nodes,
    open: open.map(({ grid: part, edge }) => ({ grid: part, bound: edge.bound })),
  }
}

function halvesOf({ grid, edge: { left, right } }: Node): Grid[] {
  for (const point of [left, right]) {
    const missed = point.s <= grid.greatestLoad ? missedRow(grid, point) : null
    if (missed === null) continue
    const { room, keptSteps } = grid.groups[missed]!
    const steps = point.allocation[missed]!
    const less = { ...grid, greatestLoad: room! * steps - grid.ioDelay }
    return keptSteps === null ? [less, atLeast(grid, missed, steps + 1)] : [less]
  }
  const differs = left.allocation.findIndex((steps, index) => steps !== right.allocation[index])
  const steps = Math.min(left.allocation[differs]!, right.allocation[differs]!)
  return [atMost(grid, differs, steps), atLeast(grid, differs, steps + 1)]
}

/** The row that the point violates most. */
function missedRow(grid: Grid, { allocation, s }: HullPoint): number | null {
  if (meetsRows(grid, allocation)) return null
  const over = grid.groups.map(({ room }, index) =>
    room === null ? Number.NEGATIVE_INFINITY : (s + grid.ioDelay) / (room * allocation[index]!),
  )
  return over.indexOf(Math.max(...over))
}

function atLeast(grid: Grid, index: number, minSteps: number): Grid {
  const groups = grid.groups.map((group, at) => (at === index ? { ...group, minSteps } : group))
  return { ...grid, groups }
}

function atMost(grid: Grid, index: number, maxSteps: number): Grid {
  const groups = grid.groups.map((group, at) => (at === index ? { ...group, maxSteps } : group))
  return { ...grid, groups }
}
