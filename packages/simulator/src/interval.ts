import { studentT } from '@steelyard/model'

/** A mean with half the width of its 95 % confidence interval; `halfWidth` null for one value. */
export interface Interval {
  mean: number
  halfWidth: number | null
}

/**
 * Of independent values with one expectation.
 * @param comparisons how many intervals are looked at for whether they leave 0 out: each is taken at
 *   1 − 0.05 / comparisons, so that with 95 % none of them does so by chance (Bonferroni)
 */
export function interval(values: readonly number[], comparisons = 1): Interval {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  if (count < 2) return { mean, halfWidth: null }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const standardError = Math.sqrt(squares / (count - 1) / count)
  return { mean, halfWidth: studentT(count - 1, 1 - 0.05 / comparisons) * standardError }
}
