import type { Readable } from 'node:stream'
import { readAccessLog } from './access-log/read-access-log.ts'
import { readClientTimes } from './client-times/read-client-times.ts'
import type { ObservationBuilder } from './observations/observation-builder.ts'
import type { RequestSink } from './request-sink.ts'
import type { ReadOptions, SourceReport } from './source-report.ts'
import type { AccessLogSpec, ClientTimesSpec, SourceSpec } from './source-spec.ts'
import { readXenmon } from './xenmon/read-xenmon.ts'
import { readXentop } from './xentop/read-xentop.ts'
import { readXentrace } from './xentrace/read-xentrace.ts'

/**
 * Reads one member to its end into the builder.
 *
 * @throws TraceError when the source is empty, damaged, not what the spec says (more than half of
 * its lines rejected) or aborted; the builder then holds a part of it and must be thrown away.
 */
export async function readSource(
  bytes: Readable,
  spec: SourceSpec,
  into: ObservationBuilder,
  opts: ReadOptions = {},
): Promise<SourceReport> {
  switch (spec.kind) {
    case 'access-log':
    case 'client-times':
      return readRequests(bytes, spec, into, opts)
    case 'xentrace':
      return readXentrace(bytes, spec, into, opts)
    case 'xenmon':
      return readXenmon(bytes, spec, into, opts)
    case 'xentop':
      return readXentop(bytes, spec, into, opts)
  }
}

/**
 * Reads one log or one file of client times request by request, for who needs more than the sums of
 * windows.
 *
 * @throws TraceError as `readSource`
 */
export async function readRequests(
  bytes: Readable,
  spec: AccessLogSpec | ClientTimesSpec,
  into: RequestSink,
  opts: ReadOptions = {},
): Promise<SourceReport> {
  return spec.kind === 'access-log'
    ? readAccessLog(bytes, spec, into, opts)
    : readClientTimes(bytes, spec, into, opts)
}
