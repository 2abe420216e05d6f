import {
  judgeAllocation,
  type PredictTimes,
  type WrittenAllocation,
} from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { giveTurns } from '../separable/give-turns.ts'

/** The allocations from the best to the worst by a quick model. */
export async function rankAllocations(
  problem: WeightProblem,
  predict: PredictTimes,
  all: readonly WrittenAllocation[],
): Promise<WrittenAllocation[]> {
  const giveTurn = giveTurns()
  const judged = []
  for (const written of all) {
    await giveTurn()
    judged.push(judgeAllocation(problem, written, await predict(written.weights)))
  }
  return judged.sort((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0))
}
