import type { PredictedChange } from './predicted-change.ts'
import { type Weighted, weightedMean, weightedMedian } from './statistics.ts'

/** Standard deviation of a normal distribution divided by its median distance from zero. */
const NORMAL_MEDIAN = 1.4826
/**
 * Half-width, in standard deviations, of the interval that contains 90 % of a normal distribution.
 */
const NORMAL_90 = 1.645

/**
 * Errors of the predicted changes as fractions of their size, as standard deviations about zero.
 * `robust` is 1.4826 times the median distance, `rms` includes the outliers, and `pooled` weights
 * each error by its size squared, sqrt(sum off^2 / sum size^2).
 */
export interface ChangeFit {
  count: number
  robust: number
  rms: number
  pooled: number
  /** The part of `rms` due to chance; the model error is the rest, by difference of squares. */
  chance: number
  /** Signed median. Negative when the model predicts too large a change. */
  bias: number
  /** Fraction of the errors within 1.645 times the assumed fraction: 90 % if it is right. */
  inside: number
}

/** Fits the fraction that describes the errors, and checks the assumed one. NaN without errors. */
export function fitChanges(predicted: readonly PredictedChange[], asked: number): ChangeFit {
  const over = (value: (each: PredictedChange) => number): Weighted[] =>
    predicted.map((each) => ({ value: value(each), weight: each.weight }))
  const part = ({ off, size }: PredictedChange) => off / size
  const rootMean = (value: (each: PredictedChange) => number) =>
    Math.sqrt(weightedMean(over(value)))
  return {
    count: predicted.length,
    robust: NORMAL_MEDIAN * weightedMedian(over((each) => Math.abs(part(each)))),
    rms: rootMean((each) => part(each) ** 2),
    pooled: rootMean(({ off }) => off ** 2) / rootMean(({ size }) => size ** 2),
    chance: rootMean(({ chance, size }) => chance / size ** 2),
    bias: weightedMedian(over(part)),
    inside: weightedMean(over((each) => Number(Math.abs(part(each)) <= NORMAL_90 * asked))),
  }
}
