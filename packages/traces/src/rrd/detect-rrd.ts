import type { FormatDetection, Head, SampleLine } from '../detect/detection.ts'
import { topLevelNames } from '../detect/top-level-names.ts'
import { DocumentError } from '../reading/document/document-error.ts'
import { excerpt } from '../reading/excerpt.ts'
import { readLegend } from './legend.ts'
import { isCsvHeader } from './rrd-csv.ts'
import { type RrdSink, rrdJson, rrdXml } from './rrd-document.ts'
import type { RrdForm, RrdSpec } from './rrd-spec.ts'

const SHOWN_SAMPLES = 5
/** An entry of a legend, as it stands between quotes or tags. */
const ENTRY = /(?:AVERAGE|MIN|MAX|LAST):(?:vm|host|sr):[0-9a-f-]{36}:/i

/** Detects rrd2csv, and XAPI's `rrd_updates` in XML or JSON, by their legend. */
export function detectRrd(head: Head): FormatDetection<RrdSpec> | null {
  const form = formOf(head)
  if (!form) return null
  return {
    kind: 'rrd',
    spec: { kind: 'rrd', form },
    virtualHosts: [],
    samples: form === 'csv' ? samplesOfLines(head) : samplesOfDocument(head, form),
    raised: [],
    warnings: [
      'The record shows no waiting, so not the scheduling delay: run states are read from connected pools alone.',
    ],
  }
}

function formOf({ bytes, lines }: Head): RrdForm | null {
  if (lines.slice(0, 3).some(({ text }) => isCsvHeader(text))) return 'csv'
  const start = bytes.toString('latin1', 0, 16_384).trimStart()
  if (!ENTRY.test(start)) return null
  if (start.startsWith('{')) return topLevelNames(start)?.[0] === 'meta' ? 'json' : null
  return /^(?:<\?xml[^>]*>\s*)?<xport>/.test(start) ? 'xml' : null
}

function samplesOfLines({ lines }: Head): SampleLine[] {
  const header = lines.findIndex(({ text }) => isCsvHeader(text))
  const { domains } = readLegend(lines[header]!.text.split(',').slice(1))
  return lines.slice(header + 1, header + 1 + SHOWN_SAMPLES).map(({ text, line }) => {
    const cells = text.split(',')
    const shown = domains.slice(0, 4).map(({ uuid, columns }) => ({
      name: uuid,
      text: excerpt(columns.map((column) => (cells[column + 1] ?? '').trim()).join(' ')),
      meaning: 'share of a pCPU that each vCPU used',
    }))
    return { line, raw: excerpt(text), fields: shown }
  })
}

function samplesOfDocument({ bytes }: Head, form: 'json' | 'xml'): SampleLine[] {
  const samples: SampleLine[] = []
  let legend = readLegend([])
  const sink: RrdSink = {
    legend: (entries) => {
      legend = readLegend(entries)
    },
    row: (at, step, values, text, line) => {
      if (samples.length >= SHOWN_SAMPLES) return
      const shown = legend.domains.slice(0, 4).map(({ uuid, columns }) => ({
        name: uuid,
        text: columns.map((column) => String(values[column])).join(' '),
        meaning: 'share of a pCPU that each vCPU used',
      }))
      const time = { name: 't', text: String(at), meaning: `the ${step} s before` }
      samples.push({ line, raw: excerpt(text), fields: [time, ...shown] })
    },
  }
  const document = form === 'json' ? rrdJson(sink, { line: 1 }) : rrdXml(sink, { line: 1 })
  try {
    document.push(bytes.toString('latin1'))
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
  }
  return samples
}
