import { parse } from 'csv-parse/sync'
import type { Rejection } from '../reading/tally.ts'

/** Each line is one record, so a quote that does not end costs one line. */
export function cellsOf(line: string, separator: string): string[] | Rejection {
  if (!line.includes('"')) return line.split(separator)
  try {
    const [cells]: string[][] = parse(line, { relax_column_count: true, delimiter: separator })
    return cells ?? []
  } catch {
    return { reason: 'its quotes do not match', expected: 'quotes doubled inside quotes' }
  }
}
