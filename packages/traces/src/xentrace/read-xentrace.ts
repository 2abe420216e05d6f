import type { Readable } from 'node:stream'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { eachChunk } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions, SourceReport } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { RecordReader } from './record-reader.ts'
import type { ScheduleListener } from './v-cpu-states.ts'
import { XentraceReading } from './xentrace-reading.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

/**
 * Reads the binary file of `xentrace`: every state of each vCPU, to the cycle.
 *
 * @param listener hears each state of each vCPU; idle ones are left out. With one, it is not observed
 *   whom domains waited behind
 */
export async function readXentrace(
  bytes: Readable,
  spec: XentraceSpec,
  into: ObservationBuilder,
  opts: ReadOptions,
  listener?: ScheduleListener,
): Promise<SourceReport> {
  if (!(spec.tscHz >= 1e6 && spec.tscHz <= 1e11))
    throw new TraceError('bad-spec', 'The rate of the trace’s clock is not known.', {
      expected: 'tscHz, the cycles per second of the host’s TSC, such as 2.6e9',
      fix: 'Take it from `xl dmesg | grep -i "detected.*MHz processor"` on the host.',
    })
  const path = opts.path ?? 'trace'
  const guard = new TimeGuard(opts)
  guard.requireStart(spec.startEpochSeconds, 'xentrace')
  const tally = new Tally(path, 'a trace of xentrace')
  const reading = new XentraceReading(spec, into, (message) => reader.damage(message), listener)
  const reader = new RecordReader(path, reading)
  const read = await eachChunk(bytes, opts, tally, (chunk) => {
    reader.push(chunk)
    return reader.records
  })
  opts.onProgress?.({ bytes: read, lines: reader.records, rejected: 0 })
  const end = reader.end()
  reading.finish()
  if (read === 0 || reading.stateChanges === 0) throw nothingIn(path, reader.records)
  const { firstEpochSeconds, lastEpochSeconds } = reading
  if (!guard.accepts(lastEpochSeconds))
    throw new TraceError('bad-spec', `${path} would end in the future.`, {
      where: { path },
      expected: guard.rejection(lastEpochSeconds).expected,
      fix: 'Correct the start of the trace, or the rate of its clock.',
    })
  for (const note of reading.notes(end)) tally.note(note)
  return {
    path,
    lines: reader.records,
    accepted: reader.records,
    rejected: 0,
    examples: [],
    firstAtEpochSeconds: firstEpochSeconds,
    lastAtEpochSeconds: lastEpochSeconds,
    domains: reading.domains,
    notes: tally.notes,
  }
}

function nothingIn(path: string, records: number): TraceError {
  return new TraceError(
    'empty',
    records === 0
      ? `${path} holds no records.`
      : `${path} holds ${records} records, but none in which a vCPU changes its state.`,
    {
      where: { path },
      expected: 'the scheduler’s records (class 0x0002f000)',
      fix: 'Record again with xentrace -D -e 0x0002f000 -T 60 trace.bin, and without xenmon at the same time.',
    },
  )
}
