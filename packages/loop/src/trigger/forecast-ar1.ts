/** A first-order autoregression and what it says of the next value. */
interface Ar1Forecast {
  value: number
  /** μ */
  mean: number
  /** φ, the autocorrelation at lag 1, between -1 and 1; 0 when all values are equal. */
  autocorrelation: number
  /** Standard deviation of the one-step error, by the Yule-Walker equations. */
  standardError: number
}

/**
 * û_{t+1} = μ + φ (u_t − μ), as SandPiper forecasts (Wood et al., NSDI 2007, section 4). μ is the
 * mean of all values, φ = Σ (u_t − μ)(u_{t+1} − μ) / Σ (u_t − μ)², in which a gap takes no part.
 * After a gap of g windows the last value counts with φ^(g+1). Null without a value.
 */
export function forecastAr1(values: readonly (number | null)[]): Ar1Forecast | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const deviations = values.map((value) => (value === null ? null : value - mean))
  let [squares, products] = [0, 0]
  for (const [index, deviation] of deviations.entries()) {
    if (deviation === null) continue
    squares += deviation ** 2
    products += deviation * (deviations[index + 1] ?? 0)
  }
  const autocorrelation = squares === 0 ? 0 : products / squares
  const lastIndex = deviations.findLastIndex((deviation) => deviation !== null)
  const last = deviations[lastIndex]!
  const variance = squares / known.length
  return {
    value: mean + autocorrelation ** (values.length - lastIndex) * last,
    mean,
    autocorrelation,
    standardError: Math.sqrt(variance * (1 - autocorrelation ** 2)),
  }
}
