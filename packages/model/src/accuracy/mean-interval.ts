import { studentT } from '../numeric/student-t.ts'

/**
 * A mean with the half-width of its confidence interval; `halfWidth` is null for a single value.
 */
export interface MeanInterval {
  mean: number
  halfWidth: number | null
}

/** Student's t interval for independent, identically normally distributed values. */
export function meanInterval(values: readonly number[], confidence = 0.95): MeanInterval {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  if (count < 2) return { mean, halfWidth: null }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const standardError = Math.sqrt(squares / (count - 1) / count)
  return { mean, halfWidth: studentT(count - 1, confidence) * standardError }
}
