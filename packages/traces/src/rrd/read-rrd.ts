import type { Readable } from 'node:stream'
import type { CpuFormat } from '../format.ts'
import { readDocument } from '../reading/document/read-document.ts'
import { readLines } from '../reading/read-lines.ts'
import { Tally } from '../reading/tally.ts'
import type { ReadOptions } from '../source-report.ts'
import { RrdCsv } from './rrd-csv.ts'
import { rrdJson, rrdXml } from './rrd-document.ts'
import { RrdReading } from './rrd-reading.ts'
import type { RrdSpec } from './rrd-spec.ts'

/** A legend has some 60 characters for each of the thousands of columns of a large host. */
const LONGEST_LINE_BYTES = 4 * 1024 * 1024

/**
 * Reads the CPU use that XAPI keeps of each VM, from rrd2csv or `rrd_updates`. VMs are named by
 * their UUIDs, which `xe vm-list` maps to names.
 */
export const readRrd: CpuFormat<RrdSpec>['read'] = async (bytes, spec, into, opts) => {
  const tally = new Tally(opts.path ?? 'RRD of XAPI', 'the output of rrd2csv or rrd_updates')
  const reading = new RrdReading(spec, into, tally, opts)
  const lines = await readForm(bytes, spec, reading, tally, opts)
  reading.close()
  return tally.report(lines, reading.subjects)
}

async function readForm(
  bytes: Readable,
  { form }: RrdSpec,
  reading: RrdReading,
  tally: Tally,
  opts: ReadOptions,
): Promise<number> {
  const place = { line: 1 }
  switch (form) {
    case 'csv': {
      const csv = new RrdCsv(reading, tally)
      const wide = { maxLineBytes: LONGEST_LINE_BYTES, ...opts }
      const lines = await readLines(bytes, tally, wide, (text, from, to, line) =>
        csv.line(text.slice(from, to), line),
      )
      csv.close()
      return lines
    }
    case 'json':
      return readDocument(bytes, rrdJson(reading, place), place, tally, opts)
    case 'xml':
      return readDocument(bytes, rrdXml(reading, place), place, tally, opts)
  }
}
