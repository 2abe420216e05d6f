import { decimalOf } from '../reading/decimal.ts'
import type { Rejection } from '../reading/tally.ts'

/** Shares of the vCPUs' time, in per cent. */
export interface CpuShares {
  used: number
  /** Time able to run while Xen ran something else. Null where the tool has no such column. */
  steal: number | null
  /** Time idle or waiting for a disk, with nothing to run. */
  idle: number
}

/**
 * The columns that count as used, as sysstat names them: `-u ALL` has `%usr` and `%sys`, and lists
 * interrupts and guests separately. `sadf -j` and `-x` leave out the sign; the last line has the
 * columns of vmstat (procps), where `gu` is the time of guests since procps 4.
 */
const USED: ReadonlySet<string> = new Set([
  ...['user', 'usr', 'nice', 'system', 'sys', 'irq', 'soft', 'guest', 'gnice'],
  ...['us', 'sy', 'gu'],
])
const IDLE: ReadonlySet<string> = new Set(['idle', 'iowait', 'id', 'wa'])
const STEAL: ReadonlySet<string> = new Set(['steal', 'st'])

/** Allows for rounding in each of up to ten columns. */
const WHOLE_TOLERANCE = 1

export function isUsed(column: string): boolean {
  return USED.has(bare(column))
}

export function isIdle(column: string): boolean {
  return IDLE.has(bare(column))
}

export function isSteal(column: string): boolean {
  return STEAL.has(bare(column))
}

function bare(column: string): string {
  return column.startsWith('%') ? column.slice(1) : column
}

/**
 * Reads the shares of one row. Other columns, such as the CPU's number, must not be among them.
 *
 * @param tolerance how far the sum may be from 100 %
 */
export function readShares(
  columns: readonly string[],
  values: readonly string[],
  tolerance = WHOLE_TOLERANCE,
): CpuShares | Rejection {
  if (values.length !== columns.length)
    return {
      reason: `${values.length} values instead of ${columns.length}`,
      expected: columns.join(' ').slice(0, 200),
    }
  const shares = values.map((text) => decimalOf(text.replace(',', '.'), 0, text.length))
  const bad = shares.findIndex((share) => !(share >= 0 && share <= 100 + tolerance))
  if (bad >= 0)
    return { reason: 'not a share of a CPU', expected: '0 to 100 per cent', column: columns[bad]! }
  const sumOf = (wanted: (column: string) => boolean) =>
    shares.reduce((sum, share, i) => (wanted(columns[i]!) ? sum + share : sum), 0)
  const used = sumOf(isUsed)
  const idle = sumOf(isIdle)
  const steal = columns.some(isSteal) ? sumOf(isSteal) : null
  const whole = used + idle + (steal ?? 0)
  if (Math.abs(whole - 100) > tolerance)
    return {
      reason: `the shares add up to ${whole.toFixed(2)} %`,
      expected: 'shares that add up to 100 %',
    }
  return { used, steal, idle }
}

/** The mean over CPUs. */
export function meanOf(all: readonly CpuShares[]): CpuShares {
  const mean = (pick: (shares: CpuShares) => number) =>
    all.reduce((sum, shares) => sum + pick(shares), 0) / all.length
  return {
    used: mean(({ used }) => used),
    steal: all.every(({ steal }) => steal !== null) ? mean(({ steal }) => steal!) : null,
    idle: mean(({ idle }) => idle),
  }
}
