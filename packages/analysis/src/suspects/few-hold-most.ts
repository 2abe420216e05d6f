import type { Guest } from '../recorded/guests.ts'
import type { Window } from '../recorded/recorded-host.ts'
import { measuredDistribution, measuredResponseTime } from '../recorded/response-time.ts'

/** A guest of whose summed response time a few requests hold the greater part. */
export interface HeavyFew {
  domain: string
  /** The fraction of its requests that hold half of its summed response time. */
  requests: number
}

/**
 * Exponential times have a fifth of their sum in the longest 5 %, and lognormal ones with a scatter of
 * e^1.5 not yet half of it.
 */
const FEW = 0.05
/** A queue can hold half of the time as well, after a burst on a full host, but not for so long. */
const LONG_SECONDS = 5
/** And beyond what most requests take. */
const TIMES_THE_MEDIAN = 100
/** Of fewer, the longest 5 % are a handful. */
const LEAST_REQUESTS = 200
/** Bins of 2 %, so none is joined with another. */
const BINS = 10_000

export function fewHoldMost(windows: readonly Window[], guests: readonly Guest[]): HeavyFew[] {
  return guests.flatMap(({ name, measuredBy }) => {
    const measured = measuredResponseTime(windows, name, measuredBy)
    if (!measured || measured.requests < LEAST_REQUESTS) return []
    const bins = measuredDistribution(windows, name, measuredBy, BINS)
    const { count, fromSeconds } = halfHeldBy(bins, measured.requests * measured.meanSeconds)
    const requests = count / measured.requests
    const isLong =
      fromSeconds > Math.max(LONG_SECONDS, TIMES_THE_MEDIAN * (measured.p50Seconds ?? 0))
    return requests < FEW && isLong ? [{ domain: name, requests }] : []
  })
}

/** How many of the longest durations add up to half of the sum, and how long the shortest is. */
function halfHeldBy(
  bins: readonly { fromSeconds: number; toSeconds: number; count: number }[],
  sumSeconds: number,
): { count: number; fromSeconds: number } {
  let missing = sumSeconds / 2
  let counted = 0
  for (const { fromSeconds, toSeconds, count } of bins.toReversed()) {
    const each = (fromSeconds + toSeconds) / 2
    if (count * each >= missing) return { count: counted + missing / each, fromSeconds }
    missing -= count * each
    counted += count
  }
  return { count: counted, fromSeconds: 0 }
}
