import type { Statistic } from '../analyses/analysis-options.ts'
import { formatDuration } from './durations.ts'

const names: Record<Statistic, string> = {
  p95: '95th percentile of requests',
  p99: '99th percentile of requests',
  mean: 'mean of requests',
}

/**
 * Names what response time targets apply to: "95th percentile of requests, in every 10 s".
 *
 * @param windowSeconds null for all requests of the range together
 */
export function formatStatistic(statistic: Statistic, windowSeconds: number | null): string {
  const name = names[statistic]
  return windowSeconds === null ? name : `${name}, in every ${formatDuration(windowSeconds)}`
}
