import type { CpuFormat } from '../format.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { parseXenmonRow, type XenmonRow } from './xenmon-row.ts'
import type { XenmonSpec } from './xenmon-spec.ts'
import { XenmonTrace } from './xenmon-trace.ts'

/** Number of rows that are read ahead to learn the sampling interval. */
const LOOK_AHEAD_ROWS = 64

/** Reads one xenmon log (`PREFIX-domN.log`, `PREFIX-idle.log`, or several concatenated). */
export const readXenmon: CpuFormat<XenmonSpec>['read'] = async (bytes, spec, into, opts) => {
  const tally = new Tally(opts.path ?? 'xenmon log', 'a xenmon log')
  const trace = new XenmonTrace(spec, into, tally, opts)
  let ahead: { row: XenmonRow; line: number; raw: string }[] | null = []
  const startWith = (rows: NonNullable<typeof ahead>) => {
    trace.learnInterval(rows.map(({ row }) => row))
    for (const { row, line, raw } of rows) trace.add(row, line, raw)
    ahead = null
  }
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    if (text.charCodeAt(from) === 35) return
    const raw = text.slice(from, Math.min(to, from + 1000))
    const row = parseXenmonRow(raw)
    if ('reason' in row) tally.reject(line, raw, row)
    else if (!ahead) trace.add(row, line, raw)
    else if (ahead.push({ row, line, raw }) === LOOK_AHEAD_ROWS) startWith(ahead)
  })
  if (ahead) startWith(ahead)
  trace.close()
  return tally.report(lines, trace.domains())
}
