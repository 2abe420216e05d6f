import { findConflicts } from '../find-conflicts.ts'
import { type Grid, totalDelaySeconds } from '../problem/grid.ts'
import { type PosedGrid, poseGrid } from '../problem/pose-grid.ts'
import { predict } from '../problem/predict.ts'
import { sharesOf, weightsOf } from '../problem/shares-of.ts'
import { totalAt } from '../problem/total-at.ts'
import { posedWarnings, pushedWarnings, roundingWarnings } from '../problem/warnings.ts'
import type { SolveOptions, WeightProblem } from '../problem/weight-problem.ts'
import type { Companion, Proof, Sensitivity, WeightSolution } from '../problem/weight-solution.ts'
import { closedForm } from '../separable/closed-form.ts'
import { greedyOptimum } from '../separable/greedy.ts'
import { sensitivityOf } from './sensitivity.ts'
import { type GridSolution, solveGrid } from './solve-grid.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

/** The greedy optimum ignores targets, so in a target mode it shows what they cost. */
function greedyCompanion(posed: PosedGrid): Companion {
  const allocation = greedyOptimum(posed.grid)
  return {
    shares: sharesOf(posed, allocation),
    totalDelaySeconds: totalDelaySeconds(posed.grid, allocation),
  }
}

function conflictsOf(grid: Grid): string[][] {
  const targeted = grid.groups.filter(({ room }) => room !== null).flatMap(({ names }) => names)
  return findConflicts(targeted, (names) => {
    const groups = grid.groups.map((group) =>
      group.names.some((name) => names.includes(name)) ? group : { ...group, room: null },
    )
    return tightenByTargets({ ...grid, groups }) !== null
  })
}

function proofOf(found: GridSolution): Proof {
  const { engine, boundSeconds, delaySeconds, solveSeconds, binaries, status } = found
  const gap =
    boundSeconds === null || delaySeconds === null || boundSeconds === 0
      ? null
      : Math.max(0, delaySeconds / boundSeconds - 1)
  return {
    engine,
    gap,
    solveSeconds,
    binaries,
    bound: boundSeconds,
    gridValue: delaySeconds,
    cause: status === 'not-proven' ? { code: 'time-limit', gap } : null,
  }
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
  const constrained = problem.mode === 'keep-targets'
  return {
    status: found.status,
    shares,
    weights: mapped?.weights ?? null,
    roundingError: mapped?.roundingError ?? null,
    stepShare: posed.unitShare,
    domain0Share: posed.domain0Share,
    objective: {
      name: problem.objective,
      before: totalAt(problem, currentWeights),
      after: mapped && totalAt(problem, mapped.weights),
    },
    predicted,
    proof: proofOf(found),
    companions: {
      greedy: greedyCompanion(posed),
      closedForm: closedForm(problem, posed),
    },
    conflicts: conflictsOf(posed.grid),
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

/** The least total delay, eq (7), in whole steps of the grid. */
export async function optimiseOnGrid(
  problem: WeightProblem,
  options: SolveOptions,
): Promise<WeightSolution> {
  const posed = poseGrid(problem)
  const { timeLimitSeconds = 20, signal } = options
  const end = performance.now() + timeLimitSeconds * 1000
  const limits = () => ({
    ...options,
    timeLimitSeconds: Math.max(0, (end - performance.now()) / 1000),
  })
  const found = await solveGrid(posed.grid, limits())
  const sensitivity =
    found.status === 'optimal'
      ? await sensitivityOf({
          grid: posed.grid,
          allocation: found.allocation!,
          delaySeconds: found.delaySeconds!,
          sharesOf: (allocation) => sharesOf(posed, allocation),
          limits,
        })
      : []
  signal?.throwIfAborted()
  return report(problem, posed, found, sensitivity)
}
