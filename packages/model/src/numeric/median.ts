import { median as middle } from 'simple-statistics'

/** The middle value, or the mean of the middle two; null without any. */
export function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : middle([...values])
}

/** The middle value, or the upper of the middle two, so always one that was seen; null without any. */
export function upperMedian(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}
