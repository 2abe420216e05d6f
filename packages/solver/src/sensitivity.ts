import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Grid, holdDomain } from './grid.ts'
import type { MilpSession } from './milp-session.ts'
import { solveGrid } from './solve-grid.ts'
import { tightenByTargets } from './tighten-by-targets.ts'
import type { Sensitivity, StepCost } from './weight-solution.ts'

export interface SensitivityInput {
  grid: Grid
  allocation: readonly number[]
  delaySeconds: number
  /** Turns an allocation into shares by name. */
  sharesOf: (allocation: readonly number[]) => Record<string, number>
  session: MilpSession
  /** Seconds left, asked anew before each program. */
  secondsLeft: () => number
}

async function costOf(
  input: SensitivityInput,
  index: number,
  change: 1 | -1,
): Promise<StepCost | null> {
  const { minSteps, maxSteps } = input.grid.domains[index]!
  const steps = input.allocation[index]! + change
  if (steps < minSteps || steps > maxSteps) return null
  const held = holdDomain(input.grid, index, steps)
  const secondsLeft = input.secondsLeft()
  if (secondsLeft <= 0) {
    const feasible = tightenByTargets(held) !== null
    return { totalDelayChangeSeconds: null, feasible, shares: null }
  }
  const found = await solveGrid(held, input.session, secondsLeft, false)
  const proven = found.status === 'optimal'
  return {
    totalDelayChangeSeconds: proven ? found.delaySeconds! - input.delaySeconds : null,
    feasible: found.status !== 'infeasible',
    shares: proven ? input.sharesOf(found.allocation!) : null,
  }
}

/**
 * What one step more or less of each free domain costs. The rule: the domain is held at that many
 * steps and all others are optimised anew, bounds and targets kept, so the step comes from or goes
 * to where it hurts least. Never negative at an optimum. When time is up, only feasibility is told.
 */
export async function sensitivityOf(input: SensitivityInput): Promise<Sensitivity[]> {
  const result: Sensitivity[] = []
  for (const [index, { name, keptSteps }] of input.grid.domains.entries()) {
    if (keptSteps !== null) continue
    await nextTurn() // others on this event loop get theirs between two programs
    result.push({
      name,
      stepUp: await costOf(input, index, 1),
      stepDown: await costOf(input, index, -1),
    })
  }
  return result
}
