import { type Range, union } from './ranges.ts'

/** The stretch of time that one file covers, as far as its own lines show it. */
export interface LoggedStretch extends Range {
  requests: number
}

/** With fewer requests the mean gap is too uncertain to locate the start and end of the log. */
const MIN_REQUESTS = 20

/**
 * The times in which requests were logged at all, over all domains of one side. The files of a
 * recording are written over the same time, so a domain without lines in it was idle, not
 * unobserved. Stretches closer than `joinSeconds` are one. The log began on average one mean gap
 * before the first request and ended one after the last (exact for Poisson arrivals), so that n
 * requests over the covered time give the rate without bias.
 *
 * @param stampSeconds resolution of the stamps: a stamp is the beginning of a step of this length
 */
export function requestCoverage(
  stretches: readonly LoggedStretch[],
  {
    joinSeconds,
    windowSeconds,
    stampSeconds,
  }: { joinSeconds: number; windowSeconds: number; stampSeconds: number },
): Range[] {
  const joined = union(
    stretches.map(({ from, to }) => ({ from, to: to + stampSeconds })),
    joinSeconds,
  )
  const widened = joined.map(({ from, to }) => {
    const requests = stretches.reduce(
      (sum, stretch) => (stretch.from >= from && stretch.from <= to ? sum + stretch.requests : sum),
      0,
    )
    const gap = requests < MIN_REQUESTS ? windowSeconds : (to - from) / (requests - 1)
    const edge = Math.max(0, gap - stampSeconds / 2)
    return { from: from - edge, to: to + edge }
  })
  return union(widened, 0)
}
