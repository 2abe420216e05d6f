import type { Statistic } from '@steelyard/contract'

/** A statistic in the heading of a column. */
export const statisticHeads: Record<Statistic, string> = {
  p95: 'p95',
  mean: 'mean',
  p99: 'p99',
}
