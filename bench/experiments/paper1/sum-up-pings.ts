import { meanInterval } from '@steelyard/model'

/** What table 6 and figure 5 say of answers. */
export interface Pings {
  meanMs: number
  /** Of the 95 % interval of the mean. */
  halfWidthMs: number
  withinTenMs: number
  withinTwentyMs: number
}

/** @param pingsMs the times of at least two answers */
export function sumUpPings(pingsMs: readonly number[]): Pings {
  const { mean, halfWidth } = meanInterval(pingsMs)
  const within = (ms: number) => pingsMs.filter((each) => each <= ms).length / pingsMs.length
  return {
    meanMs: mean,
    halfWidthMs: halfWidth!,
    withinTenMs: within(10),
    withinTwentyMs: within(20),
  }
}
