import type { Readable } from 'node:stream'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { requireDomain } from '../reading/domain.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import type { ReadOptions, SourceReport } from '../source-report.ts'
import { SarReading } from './sar-reading.ts'
import type { SarSpec } from './sar-spec.ts'

/**
 * Reads what `sar -u` prints inside a guest: the CPU time of its vCPUs, and the time that others
 * took from them.
 */
export async function readSar(
  bytes: Readable,
  spec: SarSpec,
  into: ObservationBuilder,
  opts: ReadOptions,
): Promise<SourceReport> {
  requireDomain(spec.domain)
  const tally = new Tally(opts.path ?? 'sar log', 'the output of sar -u')
  const reading = new SarReading(spec, into, tally, opts)
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) =>
    reading.line(text.slice(from, Math.min(to, from + 1100)), line),
  )
  reading.close()
  return tally.report(lines, [spec.domain])
}
