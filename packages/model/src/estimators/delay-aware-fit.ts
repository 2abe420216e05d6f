/** R_p = alpha x_p + beta D_VMp rho / (1 - rho) + gamma D_0p. */
export interface DelayAwareCoefficients {
  alpha: number
  beta: number
  gamma: number
}

export interface DelayAwareFit {
  coefficients: DelayAwareCoefficients
  /** Jackknife standard errors: one block is left out after the other. */
  standardErrors: DelayAwareCoefficients
  /** Number of measured means in the fit, counted per domain and window. */
  n: number
  /** Errors on windows left out of the fit, as fractions of the measured mean. */
  crossValidated: { medianApe: number; meanApe: number }
  /** Ranges [from, to) of window indices, each with the coefficients found without it. */
  blocks: { from: number; to: number; coefficients: DelayAwareCoefficients }[]
}
