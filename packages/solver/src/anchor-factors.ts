import { responseTimes, type Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'

/**
 * By domain, measured peak / formula at the current weights: what an anchored prediction multiplies
 * the formula with. Domains without a measurement, or without a formula to compare, are left out.
 */
export function anchorFactors(
  problem: WeightProblem,
  now: Times = responseTimes(problem, problem.currentWeights),
): ReadonlyMap<string, number> {
  const factors = Object.entries(problem.anchors ?? {}).flatMap(([name, measured]) => {
    const formula = now.get(name)
    return formula ? [[name, measured / formula] as const] : []
  })
  return new Map(factors)
}
