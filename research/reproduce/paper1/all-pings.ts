import { meanInterval } from '@steelyard/model'
import type { Pings } from '../../experiments/paper1/sum-up-pings.ts'

/**
 * What all pings say, the first ones too: the paper names no warm-up, and to drop the first ones,
 * which were slow, would decide the mean. At least two.
 */
export function sumUpAllPings(pingsMs: readonly number[]): Pings {
  const { mean, halfWidth } = meanInterval(pingsMs)
  const within = (ms: number) => pingsMs.filter((each) => each <= ms).length / pingsMs.length
  return {
    meanMs: mean,
    halfWidthMs: halfWidth!,
    withinTenMs: within(10),
    withinTwentyMs: within(20),
  }
}
