import { type JudgedAllocation, judgeAllocation, writtenAs } from './judge-allocation.ts'
import { poseGrid } from './pose-grid.ts'
import type { Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'

/** Times of vm1, vm2, … in this order. */
export function timesOf(...seconds: (number | null)[]): Times {
  return new Map(seconds.map((each, index) => [`vm${index + 1}`, each]))
}

/** An allocation with the value that these times of vm1, vm2, … give it. */
export function judgedAt(
  problem: WeightProblem,
  allocation: number[],
  ...seconds: (number | null)[]
): JudgedAllocation {
  const written = writtenAs(problem, poseGrid(problem), allocation)
  return judgeAllocation(problem, written, timesOf(...seconds))
}
