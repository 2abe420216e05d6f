import type { ThroughputPoint } from '@steelyard/contract'
import { isCount, parseDecimal } from '../../lib/parse-number.ts'

/** One line of the form, as typed. */
export interface PointRow {
  id: number
  processes: string
  throughput: string
}

/** The points measured before, or three empty lines with the paper's numbers of processes. */
export function rowsOf(points: readonly ThroughputPoint[]): PointRow[] {
  if (points.length === 0) {
    return ['1', '2', '4'].map((processes, id) => ({ id, processes, throughput: '' }))
  }
  return points.map(({ processes, throughputPerSecond }, id) => ({
    id,
    processes: String(processes),
    throughput: String(throughputPerSecond),
  }))
}

export function nextRow(rows: readonly PointRow[]): PointRow {
  return { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, processes: '', throughput: '' }
}

/** The error of each field of a line. Empty for a valid or a blank line. */
export function faultsOf({ processes, throughput }: PointRow): {
  processes?: string
  throughput?: string
} {
  const rate = parseDecimal(throughput)
  if (rate === null) return {}
  return {
    ...(isCount(parseDecimal(processes), 1024)
      ? {}
      : { processes: 'A whole number from 1 to 1024' }),
    ...(rate !== undefined && rate > 0 && rate <= 1e9 ? {} : { throughput: 'A positive number' }),
  }
}

/** The points typed so far, without unfinished lines. Null while a line is invalid. */
export function pointsOf(rows: readonly PointRow[]): ThroughputPoint[] | null {
  if (rows.some((row) => Object.keys(faultsOf(row)).length > 0)) return null
  return rows
    .filter(({ throughput }) => parseDecimal(throughput) !== null)
    .map(({ processes, throughput }) => ({
      processes: parseDecimal(processes)!,
      throughputPerSecond: parseDecimal(throughput)!,
    }))
}

/** A curve needs three different numbers of processes. */
export function areEnough(points: readonly ThroughputPoint[] | null): points is ThroughputPoint[] {
  return points !== null && new Set(points.map(({ processes }) => processes)).size >= 3
}
