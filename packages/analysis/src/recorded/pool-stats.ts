/** Moments of one group of values. */
export interface Moments {
  count: number
  meanSeconds: number
  varianceSeconds2: number
}

/**
 * Pools the moments of several groups: the mean is weighted by count, and the variance follows from
 * the law of total variance (mean of the variances plus variance of the means).
 */
export function poolMoments(groups: readonly Moments[]): Moments | null {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  if (count === 0) return null
  const meanSeconds = groups.reduce((sum, g) => sum + g.count * g.meanSeconds, 0) / count
  const varianceSeconds2 =
    groups.reduce(
      (sum, g) => sum + g.count * (g.varianceSeconds2 + (g.meanSeconds - meanSeconds) ** 2),
      0,
    ) / count
  return { count, meanSeconds, varianceSeconds2 }
}
