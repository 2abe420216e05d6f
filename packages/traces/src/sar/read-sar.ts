import type { Readable } from 'node:stream'
import type { CpuFormat } from '../format.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { readDocument } from '../reading/document/read-document.ts'
import { requireDomain } from '../reading/domain.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import type { ReadOptions } from '../source-report.ts'
import { SadfCsv } from './sadf-csv.ts'
import { sadfJson } from './sadf-json.ts'
import { SadfReading } from './sadf-reading.ts'
import { sadfXml } from './sadf-xml.ts'
import { SarReading } from './sar-reading.ts'
import type { SarSpec } from './sar-spec.ts'

/** The widest row has a few hundred characters; it limits the work of the patterns. */
const LONGEST_ROW = 1100

/**
 * Reads what `sar -u` prints inside a guest, or sadf of what it recorded: the CPU time of its vCPUs,
 * and the time that others took from them.
 */
export const readSar: CpuFormat<SarSpec>['read'] = async (bytes, spec, into, opts) => {
  requireDomain(spec.domain)
  const tally = new Tally(opts.path ?? 'sar log', 'the output of sar -u')
  const lines = await readForm(bytes, spec, into, tally, opts)
  tally.note(
    'Inside a guest, %steal is the time for which its vCPUs were ready to run but did not run. With a cap, it includes the time for which the cap parked them.',
  )
  return tally.report(lines, [spec.domain])
}

async function readForm(
  bytes: Readable,
  spec: SarSpec,
  into: ObservationBuilder,
  tally: Tally,
  opts: ReadOptions,
): Promise<number> {
  if (spec.form === undefined) {
    const reading = new SarReading(spec, into, tally, opts)
    const lines = await readLines(bytes, tally, opts, (text, from, to, line) =>
      reading.line(text.slice(from, Math.min(to, from + LONGEST_ROW)), line),
    )
    reading.close()
    return lines
  }
  const reading = new SadfReading(spec, into, tally, opts)
  const lines = await readSadf(bytes, spec.form, reading, tally, opts)
  reading.close()
  return lines
}

function readSadf(
  bytes: Readable,
  form: NonNullable<SarSpec['form']>,
  reading: SadfReading,
  tally: Tally,
  opts: ReadOptions,
): Promise<number> {
  const place = { line: 1 }
  switch (form) {
    case 'csv': {
      const csv = new SadfCsv(reading)
      return readLines(bytes, tally, opts, (text, from, to, line) =>
        csv.line(text.slice(from, to), line),
      )
    }
    case 'json':
      return readDocument(bytes, sadfJson(reading, place), place, tally, opts)
    case 'xml':
      return readDocument(bytes, sadfXml(reading, place), place, tally, opts)
  }
}
