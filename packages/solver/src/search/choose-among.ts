import { findConflicts } from '../find-conflicts.ts'
import { changeOfShares, SAME_CHANGE } from '../problem/change-of-shares.ts'
import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { Sensitivity, StepCost } from '../problem/weight-solution.ts'

/** null for an empty list. */
export function bestOf<Each extends JudgedAllocation>(all: readonly Each[]): Each | null {
  return all.reduce<Each | null>(
    (best, judged) => (best === null || isBetter(judged, best) ? judged : best),
    null,
  )
}

/**
 * Whether it can be recommended: its times are finite and, in a mode that requires it, all targets
 * are kept.
 */
export function isAcceptable(
  { mode }: WeightProblem,
  { value, excess }: JudgedAllocation,
): boolean {
  return Number.isFinite(value) && (mode !== 'keep-targets' || excess === 0)
}

/** The one that changes the shares in force least; among equal changes, the best. */
export function nearestOf<Each extends JudgedAllocation>(
  problem: WeightProblem,
  all: readonly Each[],
): Each {
  const change = changeOfShares(problem)
  return all.reduce((nearest, each) => {
    const less = change(nearest.shares) - change(each.shares)
    return less > SAME_CHANGE || (less > -SAME_CHANGE && isBetter(each, nearest)) ? each : nearest
  })
}

/**
 * The smallest sets of targets that no allocation keeps together; requires the list of all
 * allocations.
 */
export function conflictsOf(all: readonly JudgedAllocation[]): string[][] {
  const missed = all.map(
    ({ predicted }) =>
      new Set(
        predicted
          .filter((each) => each.targetSeconds !== null && each.meetsTarget !== true)
          .map(({ name }) => name),
      ),
  )
  const targeted = all[0]?.predicted.filter(({ targetSeconds }) => targetSeconds !== null) ?? []
  return findConflicts(
    targeted.map(({ name }) => name),
    (names) => missed.some((set) => names.every((name) => !set.has(name))),
  )
}

/**
 * Holds the domain, and those alike, one step up or down and takes the best of all allocations with
 * that step.
 */
export function sensitivityOf(
  problem: WeightProblem,
  { grid }: PosedGrid,
  best: JudgedAllocation,
  all: readonly JudgedAllocation[],
): Sensitivity[] {
  return grid.groups.flatMap(({ names, keptSteps }, index) => {
    if (keptSteps !== null) return []
    const held = (change: number) => {
      const steps = best.allocation[index]! + change
      return costOf(
        problem,
        best,
        all.filter(({ allocation }) => allocation[index] === steps),
      )
    }
    const [stepUp, stepDown] = [held(1), held(-1)]
    return names.map((name) => ({ name, stepUp, stepDown }))
  })
}

function costOf(
  { mode }: WeightProblem,
  best: JudgedAllocation,
  held: readonly JudgedAllocation[],
): StepCost | null {
  const then = bestOf(held)
  if (!then) return null
  if ((mode === 'keep-targets' && then.excess > 0) || !Number.isFinite(then.value)) {
    return { change: null, feasible: false, shares: null }
  }
  return { change: then.value - best.value, feasible: then.excess === 0, shares: then.shares }
}
