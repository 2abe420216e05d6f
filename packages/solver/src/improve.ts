import { type Allocation, type Grid, meetsRows, totalDelaySeconds } from './grid.ts'

/** All allocations that differ by one step moved between two free domains, bounds kept. */
function* neighbours({ domains }: Grid, allocation: Allocation): Generator<number[]> {
  const free = [...domains.keys()].filter((index) => domains[index]!.keptSteps === null)
  for (const from of free) {
    if (allocation[from]! <= domains[from]!.minSteps) continue
    for (const to of free) {
      if (to === from || allocation[to]! >= domains[to]!.maxSteps) continue
      const moved = [...allocation]
      moved[from]!--
      moved[to]!++
      yield moved
    }
  }
}

/**
 * Steepest descent by moving single steps, rows kept: makes an allocation that is merely feasible a
 * fair one where time did not suffice for the best. Proves nothing.
 */
export function improve(grid: Grid, allocation: Allocation): Allocation {
  let current = allocation
  for (;;) {
    let next = current
    for (const moved of neighbours(grid, current)) {
      const better = totalDelaySeconds(grid, moved) < totalDelaySeconds(grid, next)
      if (better && meetsRows(grid, moved)) next = moved
    }
    if (next === current) return current
    current = next
  }
}
