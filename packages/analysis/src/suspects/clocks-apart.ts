import {
  beyondChance,
  correlationAt,
  type DomainSeries,
  livelyParts,
  type SeriesOfHost,
} from './domain-series.ts'

/** By how much the CPU trace is late beside the log of a guest; early where it is negative. */
export interface ClockOffset {
  domain: string
  offsetSeconds: number
  correlation: number
}

/** Clocks that are farther apart are found by where the files begin and end. */
const FARTHEST_SECONDS = 300
/** Work follows a request by as much as it waits; less than this is no offset of clocks. */
const NEAREST_SECONDS = 3
/** Deviations of chance: among several hundred shifts, chance alone reaches 3 to 4. */
const SURE = 6
/** Where so much of it shows without a shift, the clocks agree. */
const TOGETHER = 4

/**
 * The guests whose CPU use follows their requests best at another time than it should: work is
 * proportional to arrivals, so the two series correlate most at the true shift (Knapp and Carter 1976).
 */
export function clocksApart({ stepSeconds, domains }: SeriesOfHost): ClockOffset[] {
  return livelyParts(domains).flatMap((each) => offsetOf(each, stepSeconds) ?? [])
}

function offsetOf(
  { domain, requests, cpuSeconds }: DomainSeries,
  stepSeconds: number,
): ClockOffset | null {
  const farthest = Math.floor(FARTHEST_SECONDS / stepSeconds)
  const together = correlationAt(requests, cpuSeconds, 0)
  if (together === null) return null
  if (beyondChance(together) >= TOGETHER) return null
  let best = { lag: 0, correlation: together }
  for (let lag = -farthest; lag <= farthest; lag++) {
    const correlation = correlationAt(requests, cpuSeconds, lag)
    if (correlation && beyondChance(correlation) > beyondChance(best.correlation))
      best = { lag, correlation }
  }
  const offsetSeconds = best.lag * stepSeconds
  const isApart =
    Math.abs(offsetSeconds) >= NEAREST_SECONDS && beyondChance(best.correlation) >= SURE
  return isApart ? { domain, offsetSeconds, correlation: best.correlation.value } : null
}
