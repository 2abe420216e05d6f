import { studentT } from './student-t.ts'

/** A mean with half the width of its confidence interval; `halfWidth` null for one value. */
export interface MeanInterval {
  mean: number
  halfWidth: number | null
}

/** Of independent values with one normal distribution, by Student's t. */
export function meanInterval(values: readonly number[], confidence = 0.95): MeanInterval {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  if (count < 2) return { mean, halfWidth: null }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const standardError = Math.sqrt(squares / (count - 1) / count)
  return { mean, halfWidth: studentT(count - 1, confidence) * standardError }
}
