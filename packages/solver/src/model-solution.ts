import { type Judged, meanPredicted } from './judge-allocation.ts'
import type { PosedGrid } from './pose-grid.ts'
import { predictionsOf } from './predict.ts'
import type { Times } from './response-times.ts'
import { posedWarnings, pushedWarnings } from './warnings.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Proof, WeightSolution } from './weight-solution.ts'

type Found = Pick<WeightSolution, 'status' | 'conflicts' | 'sensitivity'> &
  Pick<Proof, 'engine' | 'boundSeconds' | 'solveSeconds'> & { best: Judged | null }

/** What was found with a model, in the shape of every solution; its objective is the mean over requests. */
export function modelSolution(
  problem: WeightProblem,
  posed: PosedGrid,
  now: Times,
  { status, engine, best, boundSeconds, conflicts, sensitivity, solveSeconds }: Found,
): WeightSolution {
  const before = predictionsOf(problem, now, now)
  const after = best && Number.isFinite(best.meanSeconds) ? best.meanSeconds : null
  return {
    ...{ status, conflicts, sensitivity },
    shares: best?.shares ?? null,
    weights: best?.weights ?? null,
    roundingError: best?.roundingError ?? null,
    stepShare: posed.unitShare,
    domain0Share: posed.domain0Share,
    totalDelaySeconds: { before: meanPredicted(problem, before), after },
    predicted: best?.predicted ?? before,
    proof: {
      ...{ engine, solveSeconds, boundSeconds },
      gridDelaySeconds: after,
      gap: boundSeconds && after !== null ? Math.max(0, after / boundSeconds - 1) : null,
      binaries: 0,
    },
    companions: { greedy: null, closedForm: null },
    warnings: [
      ...posedWarnings(posed, problem.stepShare),
      ...(best ? pushedWarnings(before, best.predicted) : []),
    ],
  }
}
