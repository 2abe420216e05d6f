import type { EstimatorId, SeriesPoint } from '@steelyard/contract'
import { estimatorStyleList, type SeriesKey, seriesStyleList } from './series-style.ts'

/** One window as the chart plots it: epoch milliseconds and one value per series. */
export interface ChartRow extends Record<SeriesKey, number | null> {
  at: number
  arrivalRatePerSecond: number | null
  /** Series whose value, if any, is marked as invalid. */
  notValid: readonly SeriesKey[]
}

export function chartRows(points: readonly SeriesPoint[]): ChartRow[] {
  return points.map((point) => ({
    at: Date.parse(point.at),
    arrivalRatePerSecond: point.arrivalRatePerSecond,
    notValid: point.notValid,
    measured: point.measuredMs,
    ...estimatesOf(point),
  }))
}

function estimatesOf({ estimatesMs }: SeriesPoint): Record<EstimatorId, number | null> {
  const values = estimatorStyleList.map(({ key }) => [key, estimatesMs[key] ?? null] as const)
  return Object.fromEntries(values) as Record<EstimatorId, number | null>
}

/**
 * Whether a point has no neighbours. Such a point draws no line, so it needs a dot to be visible.
 */
export function standsAlone(rows: readonly ChartRow[], index: number, key: SeriesKey): boolean {
  return (
    rows[index]?.[key] != null && rows[index - 1]?.[key] == null && rows[index + 1]?.[key] == null
  )
}

/** Counts the windows with requests in which the series has no value. */
export function unanswered(rows: readonly ChartRow[], key: SeriesKey): number {
  return rows.filter((row) => row[key] === null && (row.arrivalRatePerSecond ?? 0) > 0).length
}

/** Counts the windows in which the series has a value that is marked as invalid. */
export function doubted(rows: readonly ChartRow[], key: SeriesKey): number {
  return rows.filter((row) => row[key] !== null && row.notValid.includes(key)).length
}

export function valuesOf(rows: readonly ChartRow[], keys: readonly SeriesKey[]): number[] {
  return rows.flatMap((row) => keys.flatMap((key) => row[key] ?? []))
}

/** The series that have a value in at least one window. */
export function seriesPresent(rows: readonly ChartRow[]): SeriesKey[] {
  return seriesStyleList
    .map((style) => style.key)
    .filter((key) => rows.some((row) => row[key] !== null))
}
