import type { JudgedAllocation } from './judge-allocation.ts'
import { type ObjectiveValue, objectiveValue } from './objective-value.ts'
import type { PosedGrid } from './pose-grid.ts'
import { predictionsOf } from './predict.ts'
import type { Times } from './response-times.ts'
import { posedWarnings, pushedWarnings } from './warnings.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Proof, WeightSolution } from './weight-solution.ts'

type SolverOutcome = Pick<WeightSolution, 'status' | 'conflicts' | 'sensitivity'> &
  Pick<Proof, 'engine' | 'cause' | 'solveSeconds'> & {
    best: JudgedAllocation | null
    bound: number | null
  }

/** A result found with a model, in the common shape of all solutions. */
export function modelSolution(
  problem: WeightProblem,
  posed: PosedGrid,
  now: Times,
  { status, engine, cause, best, bound, conflicts, sensitivity, solveSeconds }: SolverOutcome,
): WeightSolution {
  const before = predictionsOf(problem, now)
  const valueNow = objectiveValue(problem.objective, problem, now).value
  const after = best && finite(best.value)
  const gridValue = best && finite(decisive(best))
  return {
    status,
    conflicts,
    sensitivity,
    shares: best?.shares ?? null,
    weights: best?.weights ?? null,
    roundingError: best?.roundingError ?? null,
    stepShare: posed.unitShare,
    domain0Share: posed.domain0Share,
    objective: { name: problem.objective, before: finite(valueNow), after },
    predicted: best?.predicted ?? before,
    proof: {
      engine,
      cause,
      bound,
      solveSeconds,
      gridValue,
      gap: bound && gridValue !== null ? Math.max(0, gridValue / bound - 1) : null,
      binaries: 0,
    },
    companions: { greedy: null, closedForm: null },
    warnings: [
      ...posedWarnings(posed, problem.stepShare),
      ...(best ? pushedWarnings(before, best.predicted) : []),
    ],
  }
}

/**
 * The value that decides between allocations: the worst ratio to a target while one is missed, then
 * that to a soft target, otherwise the cost.
 */
export function decisive({ value, excess, softExcess, cost }: ObjectiveValue): number {
  if (excess > 0) return value
  return softExcess > 0 ? 1 + softExcess : cost
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
