import { closedForm } from './closed-form.ts'
import { findConflicts } from './find-conflicts.ts'
import { greedyOptimum } from './greedy.ts'
import { type Grid, totalDelaySeconds } from './grid.ts'
import { MilpSession } from './milp-session.ts'
import { type PosedGrid, poseGrid } from './pose-grid.ts'
import { predict } from './predict.ts'
import { responseTimes, sumOfResponseTimes } from './response-times.ts'
import { sensitivityOf } from './sensitivity.ts'
import { sharesOf, weightsOf } from './shares-of.ts'
import { type GridSolution, solveGrid } from './solve-grid.ts'
import { tightenByTargets } from './tighten-by-targets.ts'
import { posedWarnings, pushedWarnings, roundingWarnings } from './warnings.ts'
import type { SolveOptions, WeightProblem } from './weight-problem.ts'
import type { Companion, Proof, Sensitivity, WeightSolution } from './weight-solution.ts'

/** The greedy optimum ignores targets, so beside a target mode it shows what they cost. */
function greedyCompanion(posed: PosedGrid): Companion {
  const allocation = greedyOptimum(posed.grid)
  return {
    shares: sharesOf(posed, allocation),
    totalDelaySeconds: totalDelaySeconds(posed.grid, allocation),
  }
}

function conflictsOf(grid: Grid): string[][] {
  const targeted = grid.domains.filter(({ room }) => room !== null).map(({ name }) => name)
  return findConflicts(targeted, (names) => {
    const domains = grid.domains.map((domain) =>
      names.includes(domain.name) ? domain : { ...domain, room: null },
    )
    return tightenByTargets({ ...grid, domains }) !== null
  })
}

function proofOf(found: GridSolution): Proof {
  const { engine, boundSeconds, delaySeconds, solveSeconds, binaries } = found
  const gap =
    boundSeconds === null || delaySeconds === null || boundSeconds === 0
      ? null
      : Math.max(0, delaySeconds / boundSeconds - 1)
  return { engine, boundSeconds, gridDelaySeconds: delaySeconds, gap, solveSeconds, binaries }
}

function report(
  problem: WeightProblem,
  posed: PosedGrid,
  found: GridSolution,
  sensitivity: Sensitivity[],
): WeightSolution {
  const { currentWeights } = problem
  const before = predict(problem, currentWeights)
  const shares = found.allocation && sharesOf(posed, found.allocation)
  const mapped = shares && weightsOf(problem, posed, shares)
  const predicted = mapped ? predict(problem, mapped.weights) : before
  const constrained = problem.mode === 'meet-targets-first'
  return {
    status: found.status,
    shares,
    weights: mapped?.weights ?? null,
    roundingError: mapped?.roundingError ?? null,
    stepShare: posed.unitShare,
    domain0Share: posed.domain0Share,
    totalDelaySeconds: {
      before: sumOfResponseTimes(responseTimes(problem, currentWeights)),
      after: mapped ? sumOfResponseTimes(responseTimes(problem, mapped.weights)) : null,
    },
    predicted,
    proof: proofOf(found),
    companions: {
      greedy: greedyCompanion(posed),
      closedForm: closedForm(problem.load, posed.pool, posed.domain0Share.after),
    },
    conflicts: found.status === 'infeasible' ? conflictsOf(posed.grid) : [],
    sensitivity,
    warnings: [
      ...posedWarnings(posed, problem.stepShare),
      ...(!mapped
        ? []
        : constrained
          ? roundingWarnings(predicted)
          : pushedWarnings(before, predicted)),
    ],
  }
}

/** Modes `minimise-total-delay` and `meet-targets-first`: shares in whole steps of the grid. */
export async function optimiseOnGrid(
  problem: WeightProblem,
  options: SolveOptions,
): Promise<WeightSolution> {
  const posed = poseGrid(problem)
  const limit = options.timeLimitSeconds ?? 20
  const end = performance.now() + limit * 1000
  const secondsLeft = () => (end - performance.now()) / 1000
  const session = new MilpSession(options.signal)
  try {
    const found = await solveGrid(posed.grid, session, limit, true)
    const sensitivity =
      found.status === 'optimal'
        ? await sensitivityOf({
            grid: posed.grid,
            allocation: found.allocation!,
            delaySeconds: found.delaySeconds!,
            sharesOf: (allocation) => sharesOf(posed, allocation),
            session,
            secondsLeft,
          })
        : []
    options.signal?.throwIfAborted()
    return report(problem, posed, found, sensitivity)
  } finally {
    await session.close()
  }
}
