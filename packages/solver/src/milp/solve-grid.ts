import {
  type Allocation,
  type Grid,
  meetsRows,
  totalDelaySeconds,
  weightedLoad,
} from '../problem/grid.ts'
import type { SolveOptions } from '../problem/weight-problem.ts'
import type { Proof } from '../problem/weight-solution.ts'
import { greedyOptimum } from '../separable/greedy.ts'
import { branchOnRows, type RowSearchResult } from './branch-on-rows.ts'
import { buildMilp } from './build-milp.ts'
import { solveMilp } from './solve-milp.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

export interface GridSolution {
  status: 'optimal' | 'infeasible' | 'not-proven'
  engine: Proof['engine']
  allocation: Allocation | null
  /** Total delay of the allocation, seconds. */
  delaySeconds: number | null
  boundSeconds: number | null
  solveSeconds: number
  binaries: number
}

/** Default number of parts that branch and bound explores; most take well below a millisecond. */
const MOST_NODES = 500

export interface GridLimits extends Omit<SolveOptions, 'signal'> {
  timeLimitSeconds: number
  signal?: AbortSignal | undefined
  /** A good allocation that keeps bounds and rows, as a starting point. */
  known?: Allocation | null
}

/** GLPK's own tolerance on rows is 1e-7, so its points may miss a target by about that. */
const ROW_SLACK = 1e-6
/** Relative difference below which two delays are equal: GLPK prunes at 1e-7. */
const SAME_DELAY = 1e-6

/**
 * Least total delay on the grid subject to the SLA rows.
 *
 * First the rows tighten the bounds, which decides feasibility exactly. The greedy optimum of the
 * tightened bounds without the rows is a lower bound of all allocations; where it keeps the rows,
 * it is the answer. Otherwise branch and bound with the same greedy follows, which mostly ends
 * after a few parts. What it leaves open is narrowed to where an optimum can lie and passed to the
 * MILP. When time runs out, the best point known is returned with its gap to the bound; no row is
 * ever dropped.
 */
export async function solveGrid(
  grid: Grid,
  { timeLimitSeconds, mostNodes = MOST_NODES, signal, known = null }: GridLimits,
): Promise<GridSolution> {
  const started = performance.now()
  const spent = () => (performance.now() - started) / 1000
  const found = (
    status: GridSolution['status'],
    engine: Proof['engine'],
    allocation: Allocation | null,
    bound: number | null,
    binaries = 0,
  ): GridSolution => {
    const delaySeconds = allocation && totalDelaySeconds(grid, allocation)
    const boundSeconds = status === 'optimal' ? delaySeconds : bound
    return {
      status,
      engine,
      allocation,
      delaySeconds,
      boundSeconds,
      solveSeconds: spent(),
      binaries,
    }
  }
  const tightened = tightenByTargets(grid)
  if (!tightened) return found('infeasible', 'monotone-bounds', null, null)
  const relaxed = greedyOptimum(tightened.grid, known)
  if (meetsRows(grid, relaxed)) return found('optimal', 'relaxation', relaxed, null)
  const branched = branchOnRows(tightened.grid, known ?? tightened.witness, mostNodes)
  const incumbent = branched.incumbent.allocation
  if (branched.open.length === 0) return found('optimal', 'branch-and-bound', incumbent, null)
  const { lp, binaries, read } = buildMilp(whereOpen(tightened.grid, branched))
  const answer = await solveMilp(lp, timeLimitSeconds, signal)
  const offered = answer.kind === 'none' ? [] : [read(answer.vars)]
  const sound = offered.filter((allocation) => meetsRows(grid, allocation, ROW_SLACK))
  const best = [...sound, incumbent].reduce((one, other) =>
    totalDelaySeconds(grid, other) < totalDelaySeconds(grid, one) ? other : one,
  )
  const bound = delayOf(grid, Math.min(...branched.open.map((part) => part.bound)))
  const proven =
    (answer.kind === 'optimal' && sound.length > 0) ||
    totalDelaySeconds(grid, best) <= bound * (1 + SAME_DELAY)
  return found(proven ? 'optimal' : 'not-proven', 'milp', best, bound, binaries)
}

function delayOf({ constantSeconds, delayScaleSeconds }: Grid, product: number): number {
  return constantSeconds + delayScaleSeconds * product
}

/** The smallest grid that contains all open parts and the incumbent. */
function whereOpen(grid: Grid, { open, incumbent }: RowSearchResult): Grid {
  const parts = open.map((part) => part.grid)
  const groups = grid.groups.map((group, index) => {
    if (group.keptSteps !== null) return group
    const known = incumbent.allocation[index]!
    return {
      ...group,
      minSteps: Math.min(known, ...parts.map((part) => part.groups[index]!.minSteps)),
      maxSteps: Math.max(known, ...parts.map((part) => part.groups[index]!.maxSteps)),
    }
  })
  const greatestLoad = Math.max(
    weightedLoad(grid, incumbent.allocation),
    ...parts.map((part) => part.greatestLoad),
  )
  return { ...grid, groups, greatestLoad }
}
