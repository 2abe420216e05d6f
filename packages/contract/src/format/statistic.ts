import type { Statistic } from '../statistic.ts'
import { formatDuration } from './durations.ts'

/**
 * Names what response time targets apply to: "95th percentile of requests, in every 10 s".
 *
 * @param windowSeconds null for all requests of the range together
 */
export function formatStatistic(statistic: Statistic, windowSeconds: number | null): string {
  const what = statistic === 'mean' ? 'mean' : `${statistic.slice(1)}th percentile`
  const name = `${what} of requests`
  return windowSeconds === null ? name : `${name}, in every ${formatDuration(windowSeconds)}`
}
