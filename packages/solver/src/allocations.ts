import type { Grid } from './grid.ts'

/** Every allocation of the grid within its bounds. */
export function* allocations(grid: Grid, index = 0, left = grid.steps): Generator<number[]> {
  const domain = grid.domains[index]
  if (!domain) {
    if (left === 0) yield []
    return
  }
  if (domain.keptSteps !== null) {
    for (const rest of allocations(grid, index + 1, left)) yield [domain.keptSteps, ...rest]
    return
  }
  for (let steps = domain.minSteps; steps <= Math.min(domain.maxSteps, left); steps++) {
    for (const rest of allocations(grid, index + 1, left - steps)) yield [steps, ...rest]
  }
}

/** How many there are: the ways to divide the steps, counted without listing them. */
export function countAllocations({ domains, steps }: Grid): number {
  const ways = new Float64Array(steps + 1)
  ways[0] = 1
  for (const { keptSteps, minSteps, maxSteps } of domains) {
    if (keptSteps !== null) continue
    for (let sum = steps; sum >= 0; sum--) {
      let found = 0
      for (let own = minSteps; own <= Math.min(maxSteps, sum); own++) found += ways[sum - own]!
      ways[sum] = found
    }
  }
  return ways[steps]!
}
