import type { TwinRunDomain } from '@steelyard/contract'

type Cdf = TwinRunDomain['cdf']

/** The distribution of one variant's response times, and the style of its line. */
export interface CdfCurve {
  id: string
  label: string
  cdf: Cdf
  color: string
  /** A dash pattern that distinguishes lines of similar colours. */
  dash: string | undefined
}

/** The fraction of requests answered within `ms`, by curve id. */
export interface CdfRow {
  ms: number
  within: Record<string, number | null>
}

/** The fraction answered within `ms`, interpolated linearly. Null outside the known range. */
export function fractionWithin(cdf: Cdf, ms: number): number | null {
  const after = cdf.findIndex((point) => point.ms >= ms)
  const right = cdf[after]
  if (!right) return cdf.length > 0 ? (cdf.at(-1)?.fraction ?? null) : null
  const left = cdf[after - 1]
  if (!left) return right.ms === ms ? right.fraction : 0
  return left.fraction + ((ms - left.ms) / (right.ms - left.ms)) * (right.fraction - left.fraction)
}

/** Evaluates all curves at every point that any of them has, so that they can be compared. */
export function cdfRows(curves: readonly Pick<CdfCurve, 'id' | 'cdf'>[]): CdfRow[] {
  const times = new Set(curves.flatMap(({ cdf }) => cdf.map(({ ms }) => ms)))
  return [...times]
    .toSorted((a, b) => a - b)
    .map((ms) => ({
      ms,
      within: Object.fromEntries(curves.map(({ id, cdf }) => [id, fractionWithin(cdf, ms)])),
    }))
}
