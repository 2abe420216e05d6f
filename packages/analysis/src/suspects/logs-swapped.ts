import { correlationAt, livelyParts, type SeriesOfHost } from './domain-series.ts'

/** A log whose requests another guest's CPU use follows, and its own does not. */
export interface SwappedLog {
  domain: string
  follows: string
}

/** Of some hundred seconds, chance alone gives less. */
const LEAST_CORRELATION = 0.3
const LEAST_LEAD = 0.25

/** The logs that were probably given to the wrong guest. */
export function logsSwapped({ domains }: SeriesOfHost): SwappedLog[] {
  const lively = livelyParts(domains)
  return lively.flatMap(({ domain, requests, cpuSeconds }) => {
    const own = correlationAt(requests, cpuSeconds, 0)?.value
    if (own === undefined) return []
    const others = lively
      .filter((other) => other.domain !== domain)
      .map((other) => ({
        domain,
        follows: other.domain,
        correlation: correlationAt(requests, other.cpuSeconds, 0)?.value ?? 0,
      }))
      .sort((a, b) => b.correlation - a.correlation)
    const [best] = others
    if (!best || best.correlation < LEAST_CORRELATION || best.correlation < own + LEAST_LEAD)
      return []
    return [{ domain, follows: best.follows }]
  })
}
