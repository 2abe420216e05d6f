import { setImmediate as nextTurn } from 'node:timers/promises'
import { leastLoadDivision } from '../problem/divide-steps.ts'
import { type Allocation, type Grid, holdGroup, meetsRows, productOf } from '../problem/grid.ts'
import type { Sensitivity, StepCost } from '../problem/weight-solution.ts'
import { neighbours } from '../search/neighbours.ts'
import { type GridLimits, solveGrid } from './solve-grid.ts'

interface SensitivityInput {
  grid: Grid
  allocation: readonly number[]
  delaySeconds: number
  /** Converts an allocation into shares by name. */
  sharesOf: (allocation: readonly number[]) => Record<string, number>
  /** Returns limits with the remaining time, read again before each program. */
  limits: () => GridLimits
}

async function costOf(
  input: SensitivityInput,
  index: number,
  change: 1 | -1,
): Promise<StepCost | null> {
  const { minSteps, maxSteps } = input.grid.groups[index]!
  const steps = input.allocation[index]! + change
  if (steps < minSteps || steps > maxSteps) return null
  const held = holdGroup(input.grid, index, steps)
  if (!leastLoadDivision(held)) return null
  const known = nearestKnown(held, input.allocation, index)
  const found = await solveGrid(held, { ...input.limits(), known })
  const proven = found.status === 'optimal'
  return {
    change: proven ? found.delaySeconds! - input.delaySeconds : null,
    feasible: found.status !== 'infeasible',
    shares: proven ? input.sharesOf(found.allocation!) : null,
  }
}

/** The best neighbour of the optimum that holds the group at this step and keeps the rows. */
function nearestKnown(held: Grid, allocation: Allocation, index: number): Allocation | null {
  const { minSteps } = held.groups[index]!
  return [...neighbours(held, allocation)]
    .filter((next) => next[index] === minSteps && meetsRows(held, next))
    .reduce<Allocation | null>(
      (best, next) => (best && productOf(held, best) <= productOf(held, next) ? best : next),
      null,
    )
}

/**
 * The cost of one step more or less for each free domain, and those alike. The domain is held at
 * that many steps and all others are optimised anew with bounds and targets kept, so the step comes
 * from, or goes to, where it costs least. Never negative at an optimum.
 */
export async function sensitivityOf(input: SensitivityInput): Promise<Sensitivity[]> {
  const result: Sensitivity[] = []
  for (const [index, { names, keptSteps }] of input.grid.groups.entries()) {
    if (keptSteps !== null) continue
    await nextTurn() // lets other work on this event loop run between two programs
    const stepUp = await costOf(input, index, 1)
    const stepDown = await costOf(input, index, -1)
    result.push(...names.map((name) => ({ name, stepUp, stepDown })))
  }
  return result
}
