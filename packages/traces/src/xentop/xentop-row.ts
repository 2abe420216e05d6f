import { decimalOf } from '../reading/decimal.ts'
import { writtenIn } from '../reading/plain-text.ts'
import type { Rejection } from '../reading/tally.ts'

export const XENTOP_HEADER = /^\s*NAME\s+STATE\s+CPU\(sec\)\s+CPU\(%\)/
/** Summary lines on top of a sample, and the lines of `-v`, `-n`, `-x`, `-r` below a domain. */
export const XENTOP_OTHER =
  /^(xentop - |\d+ domains?: |Mem: |VCPUs\(sec\)|Net\s*\d+ |VBD |Tmem|Domain-0 pool|\s*$)/
const XENTOP_EXPECTED = 'NAME STATE CPU(sec) CPU(%) MEM(k) ... as xentop -b prints'

/** Without `-f`, names are cut to this length. */
export const CUT_NAME_LENGTH = 10

export interface XentopRow {
  name: string
  /** CPU time since the domain was made, in whole seconds. */
  cpuSeconds: number
  /** Percent of one pCPU: a domain with several vCPUs may exceed 100. */
  cpuPercent: number
}

/** Names may contain blanks, so the row is parsed from its STATE column on. */
const ROW = /^\s*(\S.*?)\s+([-dsrbpc]{6})\s+(\d+)\s+(\S+)\s+(\S.*)$/
/** A row has about 160 characters; a few times that limits the work of the pattern. */
const LONGEST_ROW = 1000
/** xentop's clock and the hypervisor's differ a little within one sample. */
const TOLERANCE = 1.5

export function parseXentopRow(line: string): XentopRow | Rejection {
  const match = line.length <= LONGEST_ROW ? ROW.exec(line) : null
  if (!match) return { reason: 'not a row of xentop', expected: XENTOP_EXPECTED }
  const [, name, , cpuSeconds, percent, rest] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const cpuPercent = decimalOf(percent, 0, percent.length)
  if (!(cpuPercent >= 0))
    return { reason: 'CPU(%) is not a number', expected: 'a percentage', column: 'CPU(%)' }
  // The columns are MEM(k) MEM(%) MAXMEM(k) MAXMEM(%) VCPUS ...; MAXMEM(k) may be "no limit".
  const vCpus = Number(rest.replace('no limit', 'unlimited').split(/\s+/)[4])
  if (vCpus > 0 && cpuPercent > 100 * vCpus * TOLERANCE)
    return {
      reason: `CPU(%) ${cpuPercent} is more than ${vCpus} vCPUs can use`,
      expected: 'per cent of one pCPU',
      column: 'CPU(%)',
    }
  return { name: writtenIn(name), cpuSeconds: Number(cpuSeconds), cpuPercent }
}
