import { DOMAIN0_NAME, valueFor, type Weights } from '@steelyard/model'
import { coefficientsOf } from '../problem/objective-value.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

/** Exponents e below; 0 gives weights in proportion to CPU use. */
const EXPONENTS = [0, 0.3, 0.6, 1]

/**
 * Starting weights for the local search. Work is conserved, so sum rho_k T_k is nearly the same for
 * all weights, and the index c_k / rho_k decides sum c_k T_k (the c mu rule of priorities, Cox and
 * Smith 1961). The weights are proportional to rho (c / rho)^e, which for e = 0 gives all domains
 * the same time per work.
 */
export function goodStarts(problem: WeightProblem): Weights[] {
  const coefficients = coefficientsOf(problem.objective, problem)
  return EXPONENTS.map((exponent) => {
    const guests = problem.load.domains.map(
      ({ name, arrivalRatePerSecond: rate, serviceTimeSeconds: seconds }) => {
        const rho = Math.max(rate * seconds, Number.MIN_VALUE)
        return [name, rho * ((valueFor(coefficients, name) ?? 0) / rho) ** exponent] as const
      },
    )
    return { [DOMAIN0_NAME]: problem.currentWeights[DOMAIN0_NAME]!, ...Object.fromEntries(guests) }
  })
}
