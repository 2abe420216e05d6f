/** The smallest value that at least 95 % do not exceed; null without any. */
export function percentile95Of(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.ceil(0.95 * sorted.length) - 1]!
}
