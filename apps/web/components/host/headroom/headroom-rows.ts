import type { Headroom } from '@steelyard/contract'

export interface HeadroomRow {
  loadFactor: number
  /** Milliseconds by domain. Null where the domain's queue grows without bound. */
  timesMs: Map<string, number | null>
}

/** A longer table would be hard to read. */
const MOST_ROWS = 24

/**
 * Turns the curves into the rows of one table. The curves are sampled closely where a limit breaks.
 * The table drops factors that agree to two decimals and thins the rest, but keeps both ends.
 */
export function headroomRows(headroom: readonly Headroom[]): HeadroomRow[] {
  const factors = headroom.flatMap(({ points }) => points.map(({ loadFactor }) => loadFactor))
  const distinct = new Map(factors.map((factor) => [factor.toFixed(2), factor]))
  const sorted = [...distinct.values()].toSorted((a, b) => a - b)
  return thinned(sorted).map((loadFactor) => ({
    loadFactor,
    timesMs: new Map(
      headroom.map(({ domain, points }) => [
        domain,
        points.find((point) => point.loadFactor === loadFactor)?.ms ?? null,
      ]),
    ),
  }))
}

function thinned(factors: readonly number[]): number[] {
  if (factors.length <= MOST_ROWS) return [...factors]
  const step = (factors.length - 1) / (MOST_ROWS - 1)
  const kept = new Set(Array.from({ length: MOST_ROWS }, (_, row) => Math.round(row * step)))
  return factors.filter((_, index) => kept.has(index))
}
