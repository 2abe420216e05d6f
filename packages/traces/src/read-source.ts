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
  if (format.observes !== 'cpu') return format.read(bytes, spec, into, opts)
  const report = await format.read(bytes, spec, into, opts)
  into.endFile()
  return report
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
