import { allocations } from '../problem/allocations.ts'
import { type Grid, meetsRows, totalDelaySeconds } from '../problem/grid.ts'

/** The oracle: least total delay over all allocations that keep the SLA rows, or null. */
export function enumerateOptimum(
  grid: Grid,
): { allocation: number[]; delaySeconds: number } | null {
  let optimum: { allocation: number[]; delaySeconds: number } | null = null
  for (const allocation of allocations(grid)) {
    if (!meetsRows(grid, allocation)) continue
    const delaySeconds = totalDelaySeconds(grid, allocation)
    if (!optimum || delaySeconds < optimum.delaySeconds) optimum = { allocation, delaySeconds }
  }
  return optimum
}
