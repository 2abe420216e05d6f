/**
 * The mean, summed from the first value to the last; NaN without any. `mean` of simple-statistics
 * compensates rounding, which changes the last digits of what analyses have stored and may turn a tie
 * between two weights; where it was used from the beginning, it stays.
 */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
