import { decimalOf } from '../reading/decimal.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { Rejection } from '../reading/tally.ts'

/** The header that xenmon's log writer prints. */
export const XENMON_HEADER =
  '# passed cpu dom cpu(tot) cpu(%) cpu/ex allocated/ex blocked(tot) blocked(%) blocked/io waited(tot) waited(%) waited/ex ex/s io(tot) io/ex'
export const XENMON_COLUMNS = XENMON_HEADER.slice(2).split(' ')

/** One row: a domain on one physical CPU over the last sampling interval. */
export interface XenmonRow {
  /** Time since the logger started; it has no epoch, and it drifts against `-i`. */
  passedMs: number
  pCpu: number
  domainId: number
  /** `(tot)` columns are nanoseconds (or counts) per second of trace time. */
  cpuNsPerSecond: number
  allocatedNsPerDispatch: number
  blockedNsPerSecond: number
  waitedNsPerSecond: number
  waitedNsPerDispatch: number
  dispatchesPerSecond: number
  ioPerSecond: number
}

/** A pCPU cannot give more than a second per second; xenbaked's sampling may be slightly off. */
const MAX_CPU_NS_PER_SECOND = 1.2e9
const MAX_PASSED_MS = 10 * 366 * 86_400_000

export function parseXenmonRow(line: string): XenmonRow | Rejection {
  const columns = line.trim().split(/\s+/, XENMON_COLUMNS.length + 1)
  if (columns.length !== XENMON_COLUMNS.length)
    return {
      reason: `${columns.length} columns instead of ${XENMON_COLUMNS.length}`,
      expected: XENMON_HEADER,
    }
  const values = columns.map((text) => decimalOf(text, 0, text.length))
  const bad = values.findIndex((value, i) => !(value >= 0) && !(i === 2 && value === -1))
  if (bad >= 0)
    return {
      reason: `${JSON.stringify(excerpt(columns[bad]!.slice(0, 40)))} is not an amount`,
      expected: 'a number that is not negative',
      column: XENMON_COLUMNS[bad]!,
    }
  const [passedMs, pCpu, domainId, cpu] = values as [number, number, number, number]
  if (!Number.isInteger(pCpu) || !Number.isInteger(domainId))
    return { reason: 'cpu and dom are not ids', expected: 'whole numbers', column: 'dom' }
  if (passedMs > MAX_PASSED_MS)
    return { reason: 'longer than ten years', expected: 'milliseconds', column: 'passed' }
  if (cpu > MAX_CPU_NS_PER_SECOND)
    return {
      reason: 'more CPU time than one pCPU has',
      expected: 'nanoseconds per second, at most 1e9 per pCPU',
      column: 'cpu(tot)',
    }
  return {
    passedMs,
    pCpu,
    domainId,
    cpuNsPerSecond: cpu,
    allocatedNsPerDispatch: values[6]!,
    blockedNsPerSecond: values[7]!,
    waitedNsPerSecond: values[10]!,
    waitedNsPerDispatch: values[12]!,
    dispatchesPerSecond: values[13]!,
    ioPerSecond: values[14]!,
  }
}
