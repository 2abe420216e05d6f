import type { TwinRunDomain } from '@steelyard/contract'

type Cdf = TwinRunDomain['cdf']

export interface CdfRow {
  ms: number
  now: number | null
  asked: number | null
}

/** Fraction answered within `ms`, straight between two points; null beyond what is known. */
export function fractionWithin(cdf: Cdf, ms: number): number | null {
  const after = cdf.findIndex((point) => point.ms >= ms)
  const right = cdf[after]
  if (!right) return cdf.length > 0 ? (cdf.at(-1)?.fraction ?? null) : null
  const left = cdf[after - 1]
  if (!left) return right.ms === ms ? right.fraction : 0
  return left.fraction + ((ms - left.ms) / (right.ms - left.ms)) * (right.fraction - left.fraction)
}

/** Both curves at every point that either has, so that they can be read off beside each other. */
export function cdfRows(now: Cdf, asked: Cdf): CdfRow[] {
  const times = [...new Set([...now, ...asked].map((point) => point.ms))].toSorted((a, b) => a - b)
  return times.map((ms) => ({
    ms,
    now: fractionWithin(now, ms),
    asked: fractionWithin(asked, ms),
  }))
}
