import { leastLoadDivision } from '../problem/divide-steps.ts'
import { type Grid, weightedLoad } from '../problem/grid.ts'

/**
 * A ratio this close above a whole number equals it: the difference is rounding, not another step.
 */
const WHOLE_SLACK = 1e-9

function neededSteps(grid: Grid, leastDemand: number): number[] {
  return grid.groups.map(({ room, minSteps }) => {
    if (room === null) return minSteps
    if (room <= 0) return Number.POSITIVE_INFINITY
    return Math.max(minSteps, Math.ceil((leastDemand / room) * (1 - WHOLE_SLACK)))
  })
}

function keptGroupsFit(grid: Grid, leastDemand: number): boolean {
  return grid.groups.every(
    ({ keptSteps, room }) =>
      keptSteps === null || room === null || leastDemand <= room * keptSteps * (1 + WHOLE_SLACK),
  )
}

/**
 * Exact feasibility of the SLA rows. Every feasible allocation has at least the least s that the
 * bounds allow, so by s + c <= room k_p each domain needs at least (s + c) / room steps; raised
 * bounds raise the least s, and so on. By induction every bound on the way holds for every feasible
 * allocation. At the fixed point the allocation of least s is itself feasible; if the bounds stop
 * fitting before that, nothing is. This is a proof, and a sound replacement for eq (6).
 * @returns the grid with the tightened bounds and that allocation, or null if nothing is feasible
 */
export function tightenByTargets(grid: Grid): { grid: Grid; witness: number[] } | null {
  let current = grid
  for (;;) {
    const witness = leastLoadDivision(current)
    if (!witness) return null
    const least = weightedLoad(current, witness)
    if (least > current.greatestLoad) return null
    const leastDemand = least + current.ioDelay
    if (!keptGroupsFit(current, leastDemand)) return null
    const needed = neededSteps(current, leastDemand)
    const settled = current.groups.every(
      ({ keptSteps, minSteps }, index) => keptSteps !== null || needed[index] === minSteps,
    )
    if (settled) return { grid: current, witness }
    const groups = current.groups.map((group, index) =>
      group.keptSteps === null ? { ...group, minSteps: needed[index]! } : group,
    )
    current = { ...current, groups }
  }
}
