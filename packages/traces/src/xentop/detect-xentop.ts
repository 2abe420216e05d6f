import type { FormatDetection, Head } from '../detect/detection.ts'
import { headLines, type NumberedLine } from '../detect/head-lines.ts'
import { excerpt } from '../reading/excerpt.ts'
import { CUT_NAME_LENGTH, parseXentopRow, XENTOP_HEADER } from './xentop-row.ts'
import type { XentopSpec } from './xentop-spec.ts'

const SHOWN_SAMPLES = 5

export function detectXentop({ bytes, lines }: Head): FormatDetection<XentopSpec> | null {
  if (!lines.slice(0, 10).some(({ text }) => XENTOP_HEADER.test(text.slice(0, 200)))) return null
  const rows = lines.flatMap(({ text, line }) => {
    const row = parseXentopRow(text)
    return 'reason' in row ? [] : [{ row, text, line }]
  })
  // Two samples of a host with many domains may be more than a few lines apart.
  const interval = intervalFromClock(headLines(bytes))
  // The reader rejects zeros: the operator must give these values.
  const spec: XentopSpec = {
    kind: 'xentop',
    startEpochSeconds: 0,
    intervalSeconds: interval ?? 0,
  }
  const cut = rows.some(({ row }) => row.name.length === CUT_NAME_LENGTH)
  return {
    kind: 'xentop',
    spec,
    samples: rows.slice(0, SHOWN_SAMPLES).map(({ row, text, line }) => ({
      line,
      raw: excerpt(text),
      fields: [
        { name: 'NAME', text: excerpt(row.name), meaning: 'domain' },
        { name: 'CPU(%)', text: String(row.cpuPercent), meaning: 'per cent of one pCPU' },
      ],
    })),
    virtualHosts: [],
    raised: [],
    warnings: [
      ...(cut ? ['Some names have 10 characters, to which xentop cuts them without -f.'] : []),
      'xentop measures no waiting, so it does not show the scheduling delay.',
    ],
  }
}

/** With summary lines, each sample begins with the time of day. */
function intervalFromClock(lines: NumberedLine[]): number | null {
  const clocks = lines.flatMap(({ text }) => {
    const match = /^xentop - (\d\d):(\d\d):(\d\d)/.exec(text)
    return match ? [Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])] : []
  })
  const steps = clocks.slice(1).map((clock, i) => (clock - clocks[i]! + 86_400) % 86_400)
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] || null
}
