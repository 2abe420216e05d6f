import { type MeanInterval, meanInterval } from '@steelyard/model'

/** A mean with half the width of its 95 % confidence interval; `halfWidth` null for one value. */
export type Interval = MeanInterval

/**
 * Of independent values with one expectation.
 * @param comparisons how many intervals are looked at for whether they leave 0 out: each is taken at
 *   1 − 0.05 / comparisons, so that with 95 % none of them does so by chance (Bonferroni)
 */
export function interval(values: readonly number[], comparisons = 1): Interval {
  return meanInterval(values, 1 - 0.05 / comparisons)
}
