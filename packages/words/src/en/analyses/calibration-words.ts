import type { DelayAwareCoefficients } from '@steelyard/model'

/** What each coefficient of the published formula multiplies. */
export const COEFFICIENTS: Record<keyof DelayAwareCoefficients, string> = {
  alpha: 'Times the service time.',
  beta: 'Times the delay by other guests, times ρ / (1 − ρ).',
  gamma: 'Times the delay by Domain-0.',
}

export const VARIATION_IS_BOUND =
  'The variation of demands is an upper bound: all scatter of the CPU time per request counts as such.'
