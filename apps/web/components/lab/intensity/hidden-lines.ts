import type { IntensityMap } from '@steelyard/contract'

interface Span {
  bottom: number
  top: number
}

/** A domain with windows in which its request rate is unknown. */
export interface Hidden {
  domain: string
  /** Mean CPU use in those windows, in ms per second. */
  cpuMsPerSecond: number
}

/** @returns every domain whose I/O intensity is unknown in at least one window */
export function hiddenOf({ domains, points }: Pick<IntensityMap, 'domains' | 'points'>): Hidden[] {
  return domains.flatMap(({ domain }) => {
    const own = points.filter((point) => point.domain === domain && point.io === 'unknown')
    if (own.length === 0) return []
    const creditsPerMs = own.reduce((sum, point) => sum + point.creditsPerMs, 0) / own.length
    return [{ domain, cpuMsPerSecond: 100 * creditsPerMs }]
  })
}

/**
 * Eq (3): the request rate times the work per request is the CPU used, which is known. Where the
 * request rate is hidden, the domain lies somewhere on this line, cut off at the edges of the
 * chart.
 */
export function lineOf({ cpuMsPerSecond }: Hidden, asked: Span, computes: Span) {
  const from = Math.max(asked.bottom, cpuMsPerSecond / computes.top)
  const to = Math.min(asked.top, cpuMsPerSecond / computes.bottom)
  if (from >= to) return null
  return [from, to].map((x) => ({ x, y: cpuMsPerSecond / x })) as [End, End]
}

interface End {
  x: number
  y: number
}
