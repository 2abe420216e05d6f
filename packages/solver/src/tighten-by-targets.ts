import { boundsFit, extremeLoad, type Grid, weightedLoad } from './grid.ts'

/** A ratio this close above a whole number is that number: rounding of doubles, not a step more. */
const wholeSlack = 1e-9

function neededSteps(grid: Grid, leastDemand: number): number[] {
  return grid.domains.map(({ room, minSteps }) => {
    if (room === null) return minSteps
    if (room <= 0) return Number.POSITIVE_INFINITY
    return Math.max(minSteps, Math.ceil((leastDemand / room) * (1 - wholeSlack)))
  })
}

function keptDomainsFit(grid: Grid, leastDemand: number): boolean {
  return grid.domains.every(
    ({ keptSteps, room }) =>
      keptSteps === null || room === null || leastDemand <= room * keptSteps * (1 + wholeSlack),
  )
}

/**
 * Exact feasibility of the SLA rows. Every feasible allocation has at least the least s that the
 * bounds allow, so by s + c <= room k_p each domain needs at least (s + c) / room steps; raised
 * bounds raise the least s, and so on. By induction every bound on the way holds for every feasible
 * allocation. Where it stops, the allocation of least s is feasible itself; where the bounds no
 * longer fit, nothing is: a proof, and a sound replacement for eq (6).
 *
 * On a grid whose range of s was narrowed, null still means that nothing in the range is feasible,
 * but the allocation of least s may lie below the range.
 *
 * @returns the grid with the tightened bounds and that allocation, or null if nothing is feasible
 */
export function tightenByTargets(grid: Grid): { grid: Grid; witness: number[] } | null {
  let current = grid
  while (boundsFit(current)) {
    const witness = extremeLoad(current, 'least')
    const least = weightedLoad(current, witness)
    if (least > current.greatestLoad) return null
    const leastDemand = Math.max(least, current.leastLoad) + current.ioDelay
    if (!keptDomainsFit(current, leastDemand)) return null
    const needed = neededSteps(current, leastDemand)
    const settled = current.domains.every(
      ({ keptSteps, minSteps }, index) => keptSteps !== null || needed[index] === minSteps,
    )
    if (settled) return { grid: current, witness }
    const domains = current.domains.map((domain, index) =>
      domain.keptSteps === null ? { ...domain, minSteps: needed[index]! } : domain,
    )
    current = { ...current, domains }
  }
  return null
}
