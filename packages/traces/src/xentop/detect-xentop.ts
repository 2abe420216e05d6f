import type { FormatDetection, Head } from '../detect/detection.ts'
import { headLines } from '../detect/head-lines.ts'
import { excerpt } from '../reading/excerpt.ts'
import { readStamp, type Stamp } from '../reading/stamp.ts'
import { CUT_NAME_LENGTH, parseXentopRow, XENTOP_HEADER } from './xentop-row.ts'
import { type XentopSample, XentopSamples } from './xentop-samples.ts'
import type { XentopSpec } from './xentop-spec.ts'
import { pacedBy } from './xentop-timeline.ts'

const SHOWN_SAMPLES = 5
/** A header, or so many rows where the headers were left out, in the first lines. */
const LOOKED_AT_LINES = 40
const ENOUGH_ROWS = 3

export function detectXentop({ bytes, lines }: Head): XentopDetection | null {
  if (!looksLikeXentop(lines.slice(0, LOOKED_AT_LINES).map(({ text }) => text))) return null
  const samples: XentopSample[] = []
  const sampler = new XentopSamples(
    (sample) => samples.push(sample),
    () => {},
  )
  // Two samples of a host with many domains may be more than a few lines apart.
  for (const { text, line } of headLines(bytes)) sampler.line(text, line)
  sampler.end()
  const stamps = samples.flatMap(({ stamp }) => stamp ?? [])
  const isEachStamped = samples.length > 1 && stamps.length > samples.length / 2
  // The reader rejects zeros: the operator must give these values.
  const spec: XentopSpec = {
    kind: 'xentop',
    startEpochSeconds: 0,
    intervalSeconds: 0,
    ...(stamps[0] ? { stamps: momentsIn(stamps[0]) } : {}),
  }
  const rows = samples.flatMap((sample) => sample.rows)
  const cut = rows.some(({ name }) => name.length === CUT_NAME_LENGTH)
  return {
    kind: 'xentop',
    spec,
    needsInterval: !isEachStamped,
    // The last sample may be cut.
    pacedSeconds: pacedBy(samples.slice(0, -1)),
    samples: lines.flatMap(sampleOf).slice(0, SHOWN_SAMPLES),
    virtualHosts: [],
    raised: [],
    warnings: [
      ...(stamps[0] ? clockWarnings(stamps[0]) : []),
      ...(cut ? ['Some names have 10 characters, to which xentop cuts them without -f.'] : []),
      'xentop measures no waiting, so it does not show the scheduling delay.',
    ],
  }
}

export interface XentopDetection extends FormatDetection<XentopSpec> {
  /** Whether some samples have no stamp of their own. */
  needsInterval: boolean
  /** The seconds between two samples, as the growth of CPU(sec) shows them. Null where it does not. */
  pacedSeconds: number | null
}

function looksLikeXentop(lines: readonly string[]): boolean {
  const bare = lines.map((text) => withoutStamp(text).slice(0, 400))
  if (bare.slice(0, 20).some((text) => XENTOP_HEADER.test(text))) return true
  const rows = bare.filter((text) => !('reason' in parseXentopRow(text)))
  return rows.length >= ENOUGH_ROWS && rows.length > bare.length / 3
}

function withoutStamp(text: string): string {
  return text.slice(readStamp(text)?.end ?? 0)
}

function momentsIn({ form }: Stamp): XentopSpec['stamps'] {
  return form === 'time-of-day' ? 'time-of-day' : 'moment'
}

function clockWarnings({ form, isLocal }: Stamp): string[] {
  if (form === 'time-of-day') return []
  return [
    ...(isLocal
      ? ['The stamps say no time zone: they are read as UTC, unless you choose another one.']
      : []),
    ...(form === 'no-year' ? ['The stamps say no year: they are read as the latest ones.'] : []),
  ]
}

function sampleOf({ text, line }: { text: string; line: number }) {
  const row = parseXentopRow(withoutStamp(text))
  if ('reason' in row) return []
  return [
    {
      line,
      raw: excerpt(text),
      fields: [
        { name: 'NAME', text: excerpt(row.name), meaning: 'domain' },
        { name: 'CPU(%)', text: String(row.cpuPercent), meaning: 'per cent of one pCPU' },
      ],
    },
  ]
}
