import type { SeriesPoint } from '@steelyard/contract'
import { MEASURED_P95, type SeriesKey, type SeriesStyle } from './series-style.ts'

/** One window as the chart plots it. */
export interface ChartRow {
  /** Epoch milliseconds. */
  at: number
  arrivalRatePerSecond: number | null
  valuesMs: Readonly<Record<SeriesKey, number | null>>
  /** Series whose value, if any, is marked as invalid. */
  notValid: readonly SeriesKey[]
  /** Series without a value, because a queue would grow without bound. */
  saturated: readonly SeriesKey[]
}

export function chartRows(points: readonly SeriesPoint[]): ChartRow[] {
  return points.map(({ at, measuredMs, measuredP95Ms, estimatesMs, ...point }) => ({
    at: Date.parse(at),
    arrivalRatePerSecond: point.arrivalRatePerSecond,
    valuesMs: { measured: measuredMs, [MEASURED_P95]: measuredP95Ms, ...estimatesMs },
    notValid: point.notValid,
    saturated: point.saturated,
  }))
}

/** The value of a series in a window; null if there is none. */
export function valueIn(row: ChartRow | undefined, key: SeriesKey): number | null {
  return row?.valuesMs[key] ?? null
}

/**
 * Whether a point has no neighbours. Such a point draws no line, so it needs a dot to be visible.
 */
export function standsAlone(rows: readonly ChartRow[], index: number, key: SeriesKey): boolean {
  return (
    valueIn(rows[index], key) !== null &&
    valueIn(rows[index - 1], key) === null &&
    valueIn(rows[index + 1], key) === null
  )
}

/** Counts the windows with requests in which the series has no value. */
export function unanswered(rows: readonly ChartRow[], key: SeriesKey): number {
  return rows.filter((row) => valueIn(row, key) === null && (row.arrivalRatePerSecond ?? 0) > 0)
    .length
}

/** Counts the windows in which the series has a value that is marked as invalid. */
export function doubted(rows: readonly ChartRow[], key: SeriesKey): number {
  return rows.filter((row) => valueIn(row, key) !== null && row.notValid.includes(key)).length
}

export function valuesOf(rows: readonly ChartRow[], keys: readonly SeriesKey[]): number[] {
  return rows.flatMap((row) => keys.flatMap((key) => valueIn(row, key) ?? []))
}

/** The series that have a value in at least one window, in their order. */
export function seriesPresent(
  rows: readonly ChartRow[],
  styles: readonly SeriesStyle[],
): SeriesKey[] {
  return styles
    .map((style) => style.key)
    .filter((key) => rows.some((row) => valueIn(row, key) !== null))
}
