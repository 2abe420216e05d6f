/** One value of a metric. A metric without samples has nothing to say, which is not the same as 0. */
export interface Sample {
  labels: Record<string, string | number>
  value: number
  /** For the parts of a histogram, which have names of their own. */
  metricName?: string
}
