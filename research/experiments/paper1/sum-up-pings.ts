import { meanInterval } from '@steelyard/model'

/** What table 6 and figure 5 say of answers. */
export interface Pings {
  meanMs: number
  /** Of the 95 % interval of the mean. */
  halfWidthMs: number
  withinTenMs: number
  withinTwentyMs: number
}

/** The first of 60 pings take as long as the twin warms up for: 20 s. */
const WARM_UP_PART = 1 / 3

/** @param pingsMs the times of the answers, in order, of which a third does not count; at least three */
export function sumUpPings(pingsMs: readonly number[]): Pings {
  const counted = pingsMs.slice(Math.floor(WARM_UP_PART * pingsMs.length))
  const { mean, halfWidth } = meanInterval(counted)
  const within = (ms: number) => counted.filter((each) => each <= ms).length / counted.length
  return {
    meanMs: mean,
    halfWidthMs: halfWidth!,
    withinTenMs: within(10),
    withinTwentyMs: within(20),
  }
}
