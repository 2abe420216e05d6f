import { DOMAIN0_NAME, type Weights } from '@steelyard/model'
import { coefficientsOf } from './objective-value.ts'
import type { WeightProblem } from './weight-problem.ts'

/** Of the c mu index; 0 would be weights as the domains use the CPU. */
const EXPONENTS = [0, 0.3, 0.6, 1]

/**
 * Weights to go downhill from. Work is conserved, so sum rho_k T_k is nearly the same whatever the
 * weights, and what counts of sum c_k T_k is the index c_k / rho_k (the c mu rule of priorities, Cox and
 * Smith 1961): weights in proportion to rho (c / rho)^e, which for e = 0 gives all the same time per work.
 */
export function goodStarts(problem: WeightProblem): Weights[] {
  const coefficients = coefficientsOf(problem.objective, problem)
  return EXPONENTS.map((exponent) => {
    const guests = problem.load.domains.map(
      ({ name, arrivalRatePerSecond: rate, serviceTimeSeconds: seconds }) => {
        const rho = Math.max(rate * seconds, Number.MIN_VALUE)
        return [name, rho * ((coefficients[name] ?? 0) / rho) ** exponent] as const
      },
    )
    return { [DOMAIN0_NAME]: problem.currentWeights[DOMAIN0_NAME]!, ...Object.fromEntries(guests) }
  })
}
