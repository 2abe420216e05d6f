import { buildMilp } from './build-milp.ts'
import { greedyOptimum } from './greedy.ts'
import { type Allocation, type Grid, meetsRows, totalDelaySeconds } from './grid.ts'
import type { MilpSession } from './milp-session.ts'
import { narrowLoad } from './narrow-load.ts'
import { tightenByTargets } from './tighten-by-targets.ts'
import type { Proof } from './weight-solution.ts'

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

/** GLPK's own tolerance on rows is 1e-7; a point it offers may miss a target by so little. */
const rowSlack = 1e-6
/** Two delays this close (relative) are the same: GLPK prunes at 1e-7. */
const sameDelay = 1e-6

/** Cuts of the range of s before the MILP: some milliseconds each on the finest grids. */
const cuts = 32

const infeasible: GridSolution = {
  status: 'infeasible',
  engine: 'monotone-bounds',
  allocation: null,
  delaySeconds: null,
  boundSeconds: null,
  solveSeconds: 0,
  binaries: 0,
}

function best(grid: Grid, candidates: readonly Allocation[]): Allocation {
  return candidates.reduce((one, other) =>
    totalDelaySeconds(grid, other) < totalDelaySeconds(grid, one) ? other : one,
  )
}

/**
 * Least total delay on the grid subject to the SLA rows.
 *
 * First the rows tighten the bounds, which decides feasibility exactly. The greedy optimum of the
 * tightened bounds without the rows is a lower bound of all; where it keeps the rows it is the
 * answer. Otherwise the range of s is narrowed to where an optimum can lie, which makes the products
 * in the MILP tight, and the MILP does the rest. When time runs out, the best point known is returned with its
 * gap to that bound; no row is ever dropped.
 *
 * @param always run the MILP even where the relaxation already settles the question
 */
export async function solveGrid(
  grid: Grid,
  session: MilpSession,
  timeLimitSeconds: number,
  always: boolean,
): Promise<GridSolution> {
  const tightened = tightenByTargets(grid)
  if (!tightened) return infeasible
  const relaxed = greedyOptimum(tightened.grid)
  const relaxedSeconds = totalDelaySeconds(grid, relaxed)
  const settled = meetsRows(grid, relaxed)
  if (settled && !always) {
    return solution('optimal', 'relaxation', relaxed, relaxedSeconds, relaxedSeconds, 0, 0)
  }
  const narrowed = settled
    ? { grid: tightened.grid, boundSeconds: relaxedSeconds, incumbent: relaxed }
    : narrowLoad(tightened.grid, tightened.witness, cuts)
  const { lp, binaries, read } = buildMilp(narrowed.grid)
  const answer = await session.solve(lp, timeLimitSeconds)
  const offered = answer.kind === 'none' ? [] : [read(answer.vars)]
  const sound = offered.filter((allocation) => meetsRows(grid, allocation, rowSlack))
  if (answer.kind === 'optimal' && sound[0]) {
    const delay = totalDelaySeconds(grid, sound[0])
    return solution('optimal', 'milp', sound[0], delay, delay, answer.seconds, binaries)
  }
  const known = best(grid, [...sound, narrowed.incumbent])
  const delay = totalDelaySeconds(grid, known)
  const bound = Math.max(relaxedSeconds, narrowed.boundSeconds)
  const proven = delay <= bound * (1 + sameDelay)
  return solution(
    proven ? 'optimal' : 'not-proven',
    proven ? 'relaxation' : 'milp',
    known,
    delay,
    bound,
    answer.seconds,
    binaries,
  )
}

function solution(
  status: GridSolution['status'],
  engine: Proof['engine'],
  allocation: Allocation,
  delaySeconds: number,
  boundSeconds: number,
  solveSeconds: number,
  binaries: number,
): GridSolution {
  return { status, engine, allocation, delaySeconds, boundSeconds, solveSeconds, binaries }
}
