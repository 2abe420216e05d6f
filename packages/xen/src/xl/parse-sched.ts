import type { CpupoolState, WeightAndCap } from '../host-inventory.ts'
import { linesOf, refuseDuplicates, unexpected } from './rows.ts'

interface SchedRow extends WeightAndCap {
  name: string
  id: number
}

export type PoolParameters = Pick<
  CpupoolState,
  'name' | 'timeSliceMs' | 'rateLimitUs' | 'migrationDelayUs'
>

export interface SchedTable {
  pools: PoolParameters[]
  rows: SchedRow[]
}

// xl prints rows as "%-33s %4d %6d %4d", so every pattern is anchored at the right.
const ROW = /^(.*)\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,7})$/
const HEADER = /^Name\s+ID\s+Weight\s+Cap$/
const POOL =
  /^Cpupool (.*): (?:tslice=(\d{1,6})ms ratelimit=(\d{1,9})us(?: migration-delay=(\d{1,9})us)?|ratelimit=(\d{1,9})us|\[sched params unavailable\])$/

/** Whether the table of one cpupool begins with this line. */
export function beginsSched(line: string): boolean {
  return HEADER.test(line) || POOL.test(line)
}

/** Whether that table continues with this line. */
export function goesOnSched(line: string, before: string): boolean {
  return HEADER.test(line) ? POOL.test(before) : ROW.test(line)
}

/**
 * Parses `xl sched-credit` and `xl sched-credit2`, with or without `-d`. No output at all means
 * that no cpupool runs that scheduler: an empty table, exit code 0.
 */
export function parseSched(text: string): SchedTable {
  const table: SchedTable = { pools: [], rows: [] }
  let headerSeen = false
  for (const line of linesOf(text)) {
    const row = headerSeen ? ROW.exec(line) : null
    const pool = POOL.exec(line)
    if (row) table.rows.push(schedRow(row, line))
    else if (pool) table.pools.push(poolParameters(pool))
    else if (HEADER.test(line)) headerSeen = true
    else throw unexpected('a table of weights and caps', line)
  }
  refuseDuplicates(
    table.rows.map((row) => row.id),
    'a table of weights and caps',
  )
  return table
}

function schedRow(match: RegExpExecArray, line: string): SchedRow {
  const weight = Number(match[3])
  if (weight < 1 || weight > 65535) throw unexpected('a weight from 1 to 65535', line)
  return { name: match[1]!.trimEnd(), id: Number(match[2]), weight, cap: Number(match[4]) }
}

function poolParameters(match: RegExpExecArray): PoolParameters {
  const number = (value: string | undefined) => (value === undefined ? null : Number(value))
  return {
    name: match[1]!,
    timeSliceMs: number(match[2]),
    rateLimitUs: number(match[3] ?? match[5]),
    migrationDelayUs: number(match[4]),
  }
}
