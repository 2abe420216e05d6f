import { type MeanInterval, meanInterval } from '@steelyard/model'

/**
 * A mean with the half-width of its 95 % confidence interval; `halfWidth` is null for a single
 * value.
 */
export type Interval = MeanInterval

/**
 * The interval for independent values with the same expectation.
 * @param comparisons number of intervals tested for excluding 0: each is taken at 1 − 0.05 /
 * comparisons, so that with 95 % none excludes it by chance (Bonferroni)
 */
export function interval(values: readonly number[], comparisons = 1): Interval {
  return meanInterval(values, 1 - 0.05 / comparisons)
}
