import { isIdle, isUsed } from '../guest-cpu/shares.ts'
import { readClock } from '../reading/clock-text.ts'
import { writtenIn } from '../reading/plain-text.ts'

export type TableLine =
  | { is: 'header'; clockSeconds: number; columns: string[] }
  | { is: 'row'; clockSeconds: number; cpu: string; values: string[] }

/** The widest table, of `-u ALL`, has 130 characters. */
const LONGEST_LINE = 1000

/** A header or a row of any table. Null for a summary at the end and for other lines. */
export function readTableLine(latin1: string): TableLine | null {
  if (latin1.length > LONGEST_LINE) return null
  const line = writtenIn(latin1)
  const clock = readClock(line)
  if (!clock) return null
  const { clockSeconds } = clock
  const rest = line.slice(clock.end).trim()
  if (rest === '') return null
  const columns = rest.split(/\s+/)
  const [cpu = '', ...values] = columns
  return values.some((value) => /^[-\d.,]+$/.test(value))
    ? { is: 'row', clockSeconds, cpu, values }
    : { is: 'header', clockSeconds, columns }
}

export function isCpuTable(columns: readonly string[]): boolean {
  return columns[0] === 'CPU' && columns.some(isIdle) && columns.some(isUsed)
}
