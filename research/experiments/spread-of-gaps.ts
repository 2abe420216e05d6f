import { sampleStandardDeviation } from 'simple-statistics'
import type { PlayedInterval } from './intervals.ts'

/** The guests' clocks and Domain-0's differ by about a second. */
const MARGIN_SECONDS = 2

/**
 * How uneven the gaps between requests are (figure 1): their standard deviation in milliseconds,
 * over what lies well within an interval.
 *
 * @param times in seconds since the epoch, in any order
 * @returns null when there are fewer than two gaps
 */
export function spreadOfGaps(
  times: readonly number[],
  { fromEpochSeconds, toEpochSeconds }: PlayedInterval,
): number | null {
  const within = times
    .filter((at) => at >= fromEpochSeconds + MARGIN_SECONDS)
    .filter((at) => at <= toEpochSeconds - MARGIN_SECONDS)
    .sort((a, b) => a - b)
  const gaps = within.slice(1).map((at, index) => at - within[index]!)
  if (gaps.length < 2) return null
  return 1000 * sampleStandardDeviation(gaps)
}
