import type { Headroom } from '@steelyard/contract'

export interface HeadroomRow {
  loadFactor: number
  /** By domain; null where its queue grows without bound. */
  timesMs: Map<string, number | null>
}

/** Nobody reads a longer table. */
const MOST_ROWS = 24

/**
 * The curves as rows of one table. They are sampled closely where a limit breaks; a table needs no
 * two lines with the same factor to two decimals, and not all of them, but both ends.
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
        points.find((point) => point.loadFactor === loadFactor)?.responseTimeMs ?? null,
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
