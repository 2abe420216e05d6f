import { parse } from 'csv-parse/sync'
import type { RequestFormat } from '../format.ts'
import { reasonOf } from '../members/byte-streams.ts'
import { decimalOf } from '../reading/decimal.ts'
import { requireDomain } from '../reading/domain.ts'
import { excerpt } from '../reading/excerpt.ts'
import { readLines } from '../reading/read-lines.ts'
import { type Rejection, Tally } from '../reading/tally.ts'
import { LONGEST_DURATION_SECONDS, TimeGuard } from '../reading/time-guard.ts'
import { TraceError } from '../trace-error.ts'
import type { ClientTimesSpec, DurationUnit } from './client-times-spec.ts'

const SECONDS_PER: Record<DurationUnit, number> = { s: 1, ms: 1e-3, us: 1e-6 }
const HTTP_SERVER_ERROR = 500

interface Request {
  start: number
  duration: number
  failed: boolean
}

/** Reads response times measured by the clients, as CSV with a header line. */
export const readClientTimes: RequestFormat<ClientTimesSpec>['read'] = async (
  bytes,
  spec,
  into,
  opts,
) => {
  const tally = new Tally(opts.path ?? 'client times', 'a CSV file of client-measured times')
  const guard = new TimeGuard(opts)
  requireDomain(spec.domain)
  const stream = into.openRequests(spec.domain, 'clientRequests', 'microsecond')
  let readRow: ((row: string[]) => Request | Rejection) | null = null
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) => {
    const raw = text.slice(from, to)
    const record = csvFields(raw)
    if ('reason' in record) return tally.reject(line, raw, record)
    if (!readRow) {
      readRow = rowReader(record, spec, tally.path)
      return
    }
    const request = readRow(record)
    if ('reason' in request) return tally.reject(line, raw, request)
    if (!guard.accepts(request.start))
      return tally.reject(line, raw, {
        ...guard.rejection(request.start),
        column: spec.startColumn,
      })
    tally.accept(request.start)
    stream.add(request.start, request.duration, request.failed, -1)
  })
  stream.close()
  return tally.report(lines, [spec.domain])
}

/**
 * Each line is one record. Quoted fields never span lines in such files, so an unterminated quote
 * costs one line instead of the rest of the file.
 */
function csvFields(latin1: string): string[] | Rejection {
  const line = Buffer.from(latin1, 'latin1')
    .toString('utf8')
    .replace(/^\ufeff/, '')
  if (!line.includes('"')) return line.split(',')
  try {
    const records: string[][] = parse(line, { relax_column_count: true })
    return records[0] ?? []
  } catch (error) {
    return {
      reason: excerpt(Buffer.from(reasonOf(error)).toString('latin1')),
      expected: 'comma-separated values, quotes doubled inside quotes',
    }
  }
}

function rowReader(header: string[], spec: ClientTimesSpec, path: string) {
  const names = header.map((name) => name.trim())
  const indexOf = (name: string): number => {
    const index = names.indexOf(name)
    if (index >= 0) return index
    throw new TraceError('not-as-declared', `${path} has no column ${JSON.stringify(name)}.`, {
      where: { path, line: 1 },
      expected: `a header line with ${spec.startColumn} and ${spec.responseColumn}`,
      fix: `It has: ${names.join(', ').slice(0, 200)}.`,
    })
  }
  const start = indexOf(spec.startColumn)
  const response = indexOf(spec.responseColumn)
  const status = spec.statusColumn === undefined ? -1 : indexOf(spec.statusColumn)
  const error = spec.errorColumn === undefined ? -1 : indexOf(spec.errorColumn)
  const shift = spec.hostMinusClientSeconds ?? 0
  const startUnit = SECONDS_PER[spec.startUnit ?? 's']
  const responseUnit = SECONDS_PER[spec.responseUnit]
  return (row: string[]): Request | Rejection => {
    if (row.length !== names.length)
      return {
        reason: `${row.length} values instead of ${names.length}`,
        expected: names.join(',').slice(0, 200),
      }
    const startValue = numberOf(row[start]!)
    if (Number.isNaN(startValue))
      return {
        reason: 'not a number',
        expected: 'a time since the epoch',
        column: spec.startColumn,
      }
    const failed = error >= 0 && row[error]!.trim() !== ''
    const code = status >= 0 ? numberOf(row[status]!) : 0
    const seconds = numberOf(row[response]!) * responseUnit
    // A request without an answer counts as an arrival, but has no response time.
    const duration = failed ? Number.NaN : seconds
    if (!failed && !(seconds >= 0 && seconds <= LONGEST_DURATION_SECONDS))
      return {
        reason: 'not a duration between 0 and one day',
        expected: `a duration in ${spec.responseUnit}`,
        column: spec.responseColumn,
      }
    return {
      start: startValue * startUnit + shift,
      duration,
      failed: failed || code >= HTTP_SERVER_ERROR,
    }
  }
}

function numberOf(text: string): number {
  const trimmed = text.trim()
  return decimalOf(trimmed, 0, trimmed.length)
}
