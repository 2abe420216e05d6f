import { studentT } from './student-t.ts'

/** A mean with half the width of its 95 % confidence interval; `halfWidth` null for one value. */
export interface Interval {
  mean: number
  halfWidth: number | null
}

/** Student's t, two-sided 95 %, by degrees of freedom 1..30. */
const quantiles = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
]

/** The quantile of Student's t that a two-sided 95 % interval needs. */
export function studentT95(degreesOfFreedom: number): number {
  const tabulated = quantiles[degreesOfFreedom - 1]
  if (tabulated !== undefined) return tabulated
  // Cornish and Fisher's expansion around the normal quantile; off by less than 1e-4 from 31 on.
  const z = 1.959964
  const n = degreesOfFreedom
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n * n)
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
  const t = comparisons > 1 ? studentT(count - 1, 1 - 0.05 / comparisons) : studentT95(count - 1)
  return { mean, halfWidth: t * standardError }
}
