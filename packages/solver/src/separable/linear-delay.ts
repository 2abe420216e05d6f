import type { Weights } from '@steelyard/model'
import { type Allocation, type Grid, inverseRates, weightedLoad } from '../problem/grid.ts'
import { type PosedGrid, poseGrid } from '../problem/pose-grid.ts'
import { sharesOf, weightsOf } from '../problem/shares-of.ts'
import { totalAt } from '../problem/total-at.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

/** What eq (7) of paper 0 leads to as it is printed. */
interface LinearDelay {
  /** const_p by guest, seconds for the whole pCPU; negative where more weight helps. */
  constants: Record<string, number>
  /** Shares of least const_1 w_1 + ... + const_n w_n, by guest. */
  shares: Record<string, number>
  /** The Xen integers that represent them; Domain-0 keeps its own. */
  weights: Weights
  /** Sum of R_p by eq (1)-(3), seconds. */
  totalSeconds: { now: number; after: number }
}

/**
 * Eq (7) of paper 0 as printed, D_total = const_1 w_1 + ... + const_n w_n, minimised over the whole
 * steps of the grid. The paper does not give the constants and eq (1)-(3) lead to none (erratum
 * E0.4); ours are inferred: the slopes of the sum of eq (1)-(3) at the weights in force. A linear
 * sum is least at a corner, so all steps that bounds leave free go to the domain of the least
 * constant, among equal ones to the first.
 * @throws WeightProblemError when the grid cannot hold the domains or their bounds
 */
export function minimiseLinearDelay(problem: WeightProblem): LinearDelay {
  const posed = poseGrid({ ...problem, mode: 'free', alike: [] })
  const slopes = slopesAt(posed.grid, stepsInForce(problem, posed))
  const shares = sharesOf(posed, cornerOf(posed.grid, slopes))
  const { weights } = weightsOf(problem, posed, shares)
  return {
    constants: Object.fromEntries(
      posed.grid.groups.map(({ names }, index) => [names[0]!, slopes[index]! / posed.unitShare]),
    ),
    shares,
    weights,
    totalSeconds: {
      now: totalAt(problem, problem.currentWeights),
      after: totalAt(problem, weights),
    },
  }
}

/** The corner of the least sum of slope x steps: the least slope is filled first. */
function cornerOf({ groups, steps }: Grid, slopes: readonly number[]): Allocation {
  const allocation = groups.map(({ keptSteps, minSteps }) => keptSteps ?? minSteps)
  const free = groups.flatMap(({ keptSteps }, index) => (keptSteps === null ? [index] : []))
  let left = steps - free.reduce((sum, index) => sum + allocation[index]!, 0)
  // Rounding errors do not tell equal loads apart.
  const rounded = slopes.map((slope) => Number(slope.toPrecision(9)))
  for (const index of free.toSorted((a, b) => rounded[a]! - rounded[b]!)) {
    const given = Math.min(left, groups[index]!.maxSteps - allocation[index]!)
    allocation[index]! += given
    left -= given
  }
  return allocation
}

/** The weights in force as steps, not necessarily whole. */
function stepsInForce(
  { currentWeights, load }: WeightProblem,
  { grid, pool, unitShare }: PosedGrid,
): Allocation {
  const sum = load.domains.reduce((total, { name }) => total + currentWeights[name]!, 0)
  return grid.groups.map(({ names }) => (pool * currentWeights[names[0]!]!) / (sum * unitShare))
}

/** d D_total / d k, seconds per step, with D_total = constant + scale (s + c) t. */
function slopesAt(grid: Grid, steps: Allocation): number[] {
  const demand = weightedLoad(grid, steps) + grid.ioDelay
  const inverse = inverseRates(grid, steps)
  return grid.groups.map(
    ({ load, inverseRate }, index) =>
      grid.delayScaleSeconds * (load * inverse - (demand * inverseRate) / steps[index]! ** 2),
  )
}
