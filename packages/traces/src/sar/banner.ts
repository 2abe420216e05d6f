import { writtenIn } from '../reading/plain-text.ts'

/** Which of the three numbers of a date is the year (y), the month (m) and the day (d). */
export type DateOrder = 'ymd' | 'mdy' | 'dmy'

/** What sar prints above its tables, such as `Linux 6.1.0 (vm1) 	11/22/2026 	_x86_64_	(2 CPU)`. */
export interface Banner {
  host: string
  date: string
  /** Null in versions of sar before 9, which do not print it. */
  vCpus: number | null
}

const BANNER = /^Linux \S+ \((\S+)\)\s+(\S.*?)(?:\s+_\S+_(?:\s+\((\d{1,4}) CPU\))?)?\s*$/
/** Release and host name are short; this limits the work of the pattern. */
const LONGEST_BANNER = 400
const RESTART = /\sLINUX RESTART(?:\s+\((\d{1,4}) CPU\))?\s*$/
/** Numbers with signs or words between them, as in `2026년 11월 20일`. */
const DATE = /^(\d{1,4})\D{1,4}(\d{1,2})\D{1,4}(\d{1,4})\D{0,4}$/

export function readBanner(line: string): Banner | null {
  const match = line.length <= LONGEST_BANNER ? BANNER.exec(writtenIn(line)) : null
  if (!match) return null
  const [, host, date, cpus] = match as unknown as [string, string, string, string | undefined]
  const vCpus = cpus === undefined ? null : Number(cpus)
  return vCpus !== 0 && ordersOf(date).length > 0 ? { host, date, vCpus } : null
}

/**
 * A restart of the guest with its vCPUs from then on. `vCpus` is null when an older sar does not
 * print it.
 */
export function readRestart(line: string): { vCpus: number | null } | null {
  const match = line.length <= LONGEST_BANNER ? RESTART.exec(line) : null
  return match && { vCpus: Number(match[1]) || null }
}

/**
 * The possible readings of a date. sar writes it as the locale does, so 11/12/2026 is ambiguous;
 * with dots or dashes between two-digit numbers the day is first everywhere.
 */
export function ordersOf(date: string): DateOrder[] {
  if (/^\d{4}/.test(date)) return valid(date, ['ymd'])
  return valid(date, date.includes('/') ? ['mdy', 'dmy'] : ['dmy'])
}

function valid(date: string, orders: DateOrder[]): DateOrder[] {
  return orders.filter((order) => !Number.isNaN(midnightOf(date, order)))
}

/** Seconds at the start of that day, as if the clock were UTC's; NaN when there is no such day. */
export function midnightOf(date: string, order: DateOrder): number {
  const numbers = DATE.exec(date)?.slice(1).map(Number)
  if (!numbers) return Number.NaN
  const at = (part: 'y' | 'm' | 'd') => numbers[order.indexOf(part)]!
  const [year, month, day] = [at('y') < 100 ? 2000 + at('y') : at('y'), at('m'), at('d')]
  const time = new Date(Date.UTC(year, month - 1, day))
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day
  return exists ? time.getTime() / 1000 : Number.NaN
}
