import type { Detection } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { excerpt } from '../reading/excerpt.ts'
import { parseXentopRow, XENTOP_HEADER } from './xentop-row.ts'

const SHOWN_SAMPLES = 5
const NAME_CUT_AT = 10

export function detectXentop(lines: NumberedLine[]): Detection | null {
  if (!lines.slice(0, 10).some(({ text }) => XENTOP_HEADER.test(text.slice(0, 200)))) return null
  const rows = lines.flatMap(({ text, line }) => {
    const row = parseXentopRow(text)
    return 'reason' in row ? [] : [{ row, text, line }]
  })
  const interval = intervalFromClock(lines)
  const spec = {
    kind: 'xentop' as const,
    // Both are refused when read: they must be told.
    startEpochSeconds: 0,
    intervalSeconds: interval ?? 0,
  }
  const cut = rows.some(({ row }) => row.name.length === NAME_CUT_AT)
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
    questions: [
      {
        id: 'start-time',
        field: 'startEpochSeconds',
        text: 'xentop prints no date. When was the first sample taken?',
        choices: [],
      },
      ...(interval === null
        ? [
            {
              id: 'interval' as const,
              field: 'intervalSeconds',
              text: 'How many seconds are between samples (xentop -d; 3 by default)?',
              choices: [1, 2, 3, 5, 10].map((seconds) => ({
                value: String(seconds),
                label: `${seconds} s`,
                meaning: `-d ${seconds}`,
                spec: { ...spec, intervalSeconds: seconds },
              })),
            },
          ]
        : []),
    ],
    warnings: [
      ...(cut ? ['Some names have 10 characters, to which xentop cuts them without -f.'] : []),
      'xentop measures no waiting: the delay of the scheduler is not in it.',
    ],
  }
}

/** With summary lines, the time of day is on top of each sample. */
function intervalFromClock(lines: NumberedLine[]): number | null {
  const clocks = lines.flatMap(({ text }) => {
    const match = /^xentop - (\d\d):(\d\d):(\d\d)/.exec(text)
    return match ? [Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])] : []
  })
  const steps = clocks.slice(1).map((clock, i) => (clock - clocks[i]! + 86_400) % 86_400)
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] || null
}
