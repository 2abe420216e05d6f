import type { Reservation } from '../host-inventory.ts'
import { linesOf, unexpected } from './rows.ts'

// The format is "%-33s %4d %4d %9d %9d %10s\n" (tools/xl/xl_sched.c); the pattern is anchored at
// the right, because names come first.
const ROW = /^.*\s(\d{1,5})\s+(\d{1,5})\s+(\d{1,10})\s+(\d{1,10})\s+(yes|no)$/
const HEADER = /^Name\s+ID\s+VCPU\s+Period\s+Budget\s+Extratime$/
const POOL = /^Cpupool (.*): sched=RTDS$/

/**
 * Parses `xl sched-rtds -v all`: domain id -> the reservation of all its vCPUs. Null if they
 * differ.
 */
export function parseRtds(text: string): Map<number, Reservation | null> {
  const found = new Map<number, Reservation | null>()
  for (const line of linesOf(text)) {
    const row = ROW.exec(line)
    if (row) note(found, row)
    else if (!HEADER.test(line) && !POOL.test(line))
      throw unexpected('a table of reservations', line)
  }
  return found
}

function note(found: Map<number, Reservation | null>, row: RegExpExecArray): void {
  const id = Number(row[1])
  const reservation = {
    periodUs: Number(row[3]),
    budgetUs: Number(row[4]),
    extraTime: row[5] === 'yes',
  }
  const other = found.get(id)
  const differs = other !== undefined && JSON.stringify(other) !== JSON.stringify(reservation)
  found.set(id, differs ? null : reservation)
}
