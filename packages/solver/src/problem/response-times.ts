import { delayAware, type Weights } from '@steelyard/model'
import type { WeightProblem } from './weight-problem.ts'

/** Response times by domain in seconds; null where the time is not finite. */
export type Times = ReadonlyMap<string, number | null>

/** R_p of eq (1)-(3) at these Xen integers, seconds; null for a domain without arrivals. */
export function responseTimes(
  { load, normalisation }: WeightProblem,
  weights: Weights,
): Map<string, number | null> {
  const { domains } = delayAware.estimate(load, weights, { normalisation })
  return new Map(domains.map(({ name, responseTimeSeconds }) => [name, responseTimeSeconds]))
}
