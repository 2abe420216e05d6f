import { decimalOf } from '../reading/decimal.ts'
import type { Rejection } from '../reading/tally.ts'

/** Shares of the vCPUs' time, in per cent. */
export interface Shares {
  used: number
  /** Time able to run while Xen ran something else. Null in versions of sar without that column. */
  steal: number | null
  /** Time idle or waiting for a disk, with nothing to run. */
  idle: number
}

export type TableLine =
  | { is: 'header'; clockSeconds: number; columns: string[] }
  | { is: 'row'; clockSeconds: number; cpu: string; values: string[] }

/**
 * The columns that count as used. `-u ALL` has `%usr` and `%sys`, and lists interrupts and guests
 * separately.
 */
const USED = [
  '%user',
  '%usr',
  '%nice',
  '%system',
  '%sys',
  '%irq',
  '%soft',
  '%guest',
  '%gnice',
] as const
const IDLE = ['%idle', '%iowait'] as const
const CLOCK = /^(\d{1,2}):(\d{2}):(\d{2})$/
/** The widest table, of `-u ALL`, has 130 characters. */
const LONGEST_LINE = 1000
/** Allows for rounding in each of up to ten columns. */
const WHOLE_TOLERANCE = 1

/** A header or a row of any table. Null for a summary at the end and for other lines. */
export function readTableLine(line: string): TableLine | null {
  if (line.length > LONGEST_LINE) return null
  const [time = '', ...rest] = line.trim().split(/\s+/)
  const half = rest[0] === 'AM' || rest[0] === 'PM' ? rest.shift() : undefined
  const clockSeconds = clockOf(time, half)
  if (clockSeconds === null || rest.length === 0) return null
  const [cpu = '', ...values] = rest
  return values.some((value) => /^[-\d.,]+$/.test(value))
    ? { is: 'row', clockSeconds, cpu, values }
    : { is: 'header', clockSeconds, columns: rest }
}

function clockOf(time: string, half: string | undefined): number | null {
  const match = CLOCK.exec(time)
  if (!match) return null
  const [hours, minutes, seconds] = match.slice(1).map(Number) as [number, number, number]
  if (minutes > 59 || seconds > 60) return null
  if (half === undefined) return hours > 23 ? null : hours * 3600 + minutes * 60 + seconds
  if (hours < 1 || hours > 12) return null
  return ((hours % 12) + (half === 'PM' ? 12 : 0)) * 3600 + minutes * 60 + seconds
}

export function isCpuTable(columns: readonly string[]): boolean {
  return columns[0] === 'CPU' && columns.includes('%idle') && columns.some(isUsed)
}

function isUsed(column: string): boolean {
  return (USED as readonly string[]).includes(column)
}

/** @param columns of the table, except the first, which identifies the CPU */
export function readShares(
  columns: readonly string[],
  values: readonly string[],
): Shares | Rejection {
  if (values.length !== columns.length)
    return {
      reason: `${values.length} values instead of ${columns.length}`,
      expected: columns.join(' '),
    }
  const shares = values.map((text) => decimalOf(text.replace(',', '.'), 0, text.length))
  const bad = shares.findIndex((share) => !(share >= 0 && share <= 100 + WHOLE_TOLERANCE))
  if (bad >= 0)
    return { reason: 'not a share of a CPU', expected: '0 to 100 per cent', column: columns[bad]! }
  const sumOf = (wanted: (column: string) => boolean) =>
    shares.reduce((sum, share, i) => (wanted(columns[i]!) ? sum + share : sum), 0)
  const used = sumOf(isUsed)
  const idle = sumOf((column) => (IDLE as readonly string[]).includes(column))
  const steal = columns.includes('%steal') ? sumOf((column) => column === '%steal') : null
  const whole = used + idle + (steal ?? 0)
  if (Math.abs(whole - 100) > WHOLE_TOLERANCE)
    return {
      reason: `the shares add up to ${whole.toFixed(2)} %`,
      expected: 'shares that add up to 100 %',
    }
  return { used, steal, idle }
}
