import type { Readable } from 'node:stream'
import { formatOf, type SourceSpec } from './formats.ts'
import type { ObservationBuilder } from './observations/observation-builder.ts'
import type { RequestSink } from './observations/request-sink.ts'
import type { ReadOptions, SourceReport } from './source-report.ts'
import { TraceError } from './trace-error.ts'

/**
 * Reads one member to its end into the builder.
 *
 * @throws TraceError when the source is empty, damaged, not of the declared format (more than half
 *   of its lines rejected) or aborted; the builder then contains a part of it and must be
 *   discarded.
 */
export async function readSource(
  bytes: Readable,
  spec: SourceSpec,
  into: ObservationBuilder,
  opts: ReadOptions = {},
): Promise<SourceReport> {
  const format = formatOf(spec)
  if (format.observes !== 'cpu') return saidIfNothing(await format.read(bytes, spec, into, opts))
  const report = await format.read(bytes, spec, into, opts)
  into.endFile()
  return saidIfNothing(report)
}

/**
 * Rows that were understood and said nothing, such as a first one that only begins an interval, are
 * no fault in any of them; a source that has no others must not vanish without a word.
 */
function saidIfNothing(report: SourceReport): SourceReport {
  if (report.accepted === 0 || report.firstAtEpochSeconds !== undefined) return report
  const nothing = `Nothing was measured: its ${report.accepted} ${report.accepted === 1 ? 'row was' : 'rows were'} understood, but none says what was used or asked, so the source adds nothing.`
  return { ...report, notes: [nothing, ...report.notes] }
}

/**
 * Reads one log or one file of client times request by request, for callers that need more than the
 * sums of windows.
 *
 * @throws TraceError as `readSource`
 */
export async function readRequests(
  bytes: Readable,
  spec: SourceSpec,
  into: RequestSink,
  opts: ReadOptions = {},
): Promise<SourceReport> {
  const format = formatOf(spec)
  if (format.observes === 'cpu')
    throw new TraceError('bad-spec', `${spec.kind} holds no requests.`, {
      expected: 'an access log or client times',
    })
  return format.read(bytes, spec, into, opts)
}
