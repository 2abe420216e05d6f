import { mean } from '@steelyard/model'

/** A value and its weight. */
export interface Weighted {
  value: number
  weight: number
}

/** Variance of the mean of independent runs. 0 for a single run. */
export function varianceOfMean(values: readonly number[]): number {
  const n = values.length
  if (n < 2) return 0
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (n * (n - 1))
}

/** Weighted mean. NaN without values. */
export function weightedMean(values: readonly Weighted[]): number {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0)
  return values.reduce((sum, { value, weight }) => sum + value * weight, 0) / whole
}

/** The smallest value that at least half of the weight does not exceed. NaN without values. */
export function weightedMedian(values: readonly Weighted[]): number {
  const sorted = [...values].sort((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let below = 0
  for (const { value, weight } of sorted) {
    below += weight
    if (below >= half) return value
  }
  return Number.NaN
}
