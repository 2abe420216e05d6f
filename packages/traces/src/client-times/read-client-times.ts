import { pipeline, type Readable, Transform } from 'node:stream'
import { parse } from 'csv-parse'
import { reasonOf } from '../members/byte-streams.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { decimalOf } from '../reading/decimal.ts'
import { requireDomain } from '../reading/domain.ts'
import { excerpt } from '../reading/excerpt.ts'
import { type Rejection, Tally } from '../reading/tally.ts'
import { LONGEST_DURATION_SECONDS, TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions, SourceReport } from '../source-report.ts'
import type { ClientTimesSpec, DurationUnit } from '../source-spec.ts'
import { TraceError } from '../trace-error.ts'

const SECONDS_PER: Record<DurationUnit, number> = { s: 1, ms: 1e-3, us: 1e-6 }
const HTTP_SERVER_ERROR = 500

interface Request {
  start: number
  duration: number
  failed: boolean
}

/** Response times measured by the clients, as CSV with a header line. */
export async function readClientTimes(
  bytes: Readable,
  spec: ClientTimesSpec,
  into: ObservationBuilder,
  opts: ReadOptions,
): Promise<SourceReport> {
  const tally = new Tally(opts.path ?? 'client times', 'a CSV file of client-measured times')
  const guard = new TimeGuard(opts)
  requireDomain(spec.domain)
  const stream = into.openRequests(spec.domain, 'clientRequests', 'microsecond')
  let readRow: ((row: string[]) => Request | Rejection) | null = null
  let lines = 0
  for await (const { record, info } of records(bytes, tally, opts)) {
    lines = info.lines
    if (!readRow) {
      readRow = rowReader(record, spec, tally.path)
      continue
    }
    const request = readRow(record)
    if ('reason' in request) tally.reject(info.lines, latin1(record.join(',')), request)
    else if (!guard.accepts(request.start))
      tally.reject(info.lines, latin1(record.join(',')), {
        ...guard.rejection(request.start),
        column: spec.startColumn,
      })
    else {
      tally.accept(request.start)
      stream.add(request.start, request.duration, request.failed, -1)
    }
  }
  stream.close()
  return tally.report(lines, [spec.domain])
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

async function* records(
  bytes: Readable,
  tally: Tally,
  opts: ReadOptions,
): AsyncGenerator<CsvRecord> {
  const { signal, onProgress, progressEveryLines = 50_000, maxLineBytes = 64 * 1024 } = opts
  let read = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      read += chunk.length
      done(null, chunk)
    },
  })
  const parser = parse({
    ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
    ...{ skip_records_with_error: true, max_record_size: maxLineBytes },
    on_skip: (error) => {
      tally.reject(Number(error?.lines ?? 0), latin1(String(error?.raw ?? '')), {
        reason: excerpt(latin1(error?.message ?? 'not CSV')),
        expected: 'comma-separated values',
      })
      return undefined
    },
  })
  const aborted = () =>
    new TraceError('aborted', `Reading ${tally.path} was stopped.`, { where: { path: tally.path } })
  if (signal?.aborted) throw aborted()
  const stop = () => bytes.destroy(aborted())
  signal?.addEventListener('abort', stop, { once: true })
  pipeline(bytes, count, parser, () => {})
  let lines = 0
  try {
    for await (const item of parser) {
      yield item as CsvRecord
      if (++lines % progressEveryLines === 0)
        onProgress?.({ bytes: read, lines, rejected: tally.rejected })
    }
  } catch (error) {
    if (error instanceof TraceError) throw error
    throw new TraceError('not-as-declared', `${tally.path} is not CSV: ${reasonOf(error)}.`, {
      where: { path: tally.path },
      expected: 'comma-separated values with a header line',
      cause: error,
    })
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  onProgress?.({ bytes: read, lines, rejected: tally.rejected })
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
      return { reason: 'no number', expected: 'a time since the epoch', column: spec.startColumn }
    const failed = error >= 0 && row[error]!.trim() !== ''
    const code = status >= 0 ? numberOf(row[status]!) : 0
    const seconds = numberOf(row[response]!) * responseUnit
    // A request without an answer arrived, but has no response time.
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

/** The tally takes text as the line readers see it: bytes, one per character. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function numberOf(text: string): number {
  const trimmed = text.trim()
  return decimalOf(trimmed, 0, trimmed.length)
}
