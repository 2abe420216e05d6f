import { studentT } from '../numeric/student-t.ts'

/** A difference of two means and its confidence interval. */
interface MeanDifference {
  difference: number
  low: number
  high: number
}

/** Mean, unbiased variance and count of a sample of two values or more. */
export interface SampleMoments {
  mean: number
  variance: number
  count: number
}

/**
 * How much the mean of `first` exceeds that of `second`, with Welch's interval, which allows for
 * unequal variances; the degrees of freedom are Satterthwaite's (B. L. Welch, Biometrika 34, 1947).
 */
export function welchInterval(first: SampleMoments, second: SampleMoments): MeanDifference {
  const difference = first.mean - second.mean
  const errors = [first, second].map(({ variance, count }) => variance / count)
  const squaredError = errors[0]! + errors[1]!
  if (squaredError === 0) return { difference, low: difference, high: difference }
  const degrees =
    squaredError ** 2 / (errors[0]! ** 2 / (first.count - 1) + errors[1]! ** 2 / (second.count - 1))
  const half = studentT(degrees) * Math.sqrt(squaredError)
  return { difference, low: difference - half, high: difference + half }
}
