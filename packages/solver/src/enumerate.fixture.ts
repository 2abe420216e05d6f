import { boundsFit, type Grid, meetsRows, totalDelaySeconds } from './grid.ts'

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

/** The oracle: least total delay over all allocations that keep the SLA rows, or null. */
export function enumerateOptimum(
  grid: Grid,
): { allocation: number[]; delaySeconds: number } | null {
  if (!boundsFit(grid)) return null
  let optimum: { allocation: number[]; delaySeconds: number } | null = null
  for (const allocation of allocations(grid)) {
    if (!meetsRows(grid, allocation)) continue
    const delaySeconds = totalDelaySeconds(grid, allocation)
    if (!optimum || delaySeconds < optimum.delaySeconds) optimum = { allocation, delaySeconds }
  }
  return optimum
}
