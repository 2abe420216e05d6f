import type { Weights } from '@steelyard/model'
import { objectiveValue } from './objective-value.ts'
import { responseTimes } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'

/** Sum of R_p by eq (1)-(3) at these Xen integers, seconds. */
export function totalAt(problem: WeightProblem, weights: Weights): number {
  return objectiveValue('total-delay', problem, responseTimes(problem, weights)).value
}
