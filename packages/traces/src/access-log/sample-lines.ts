import type { SampleLine } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { readableSeconds, readableTime } from '../detect/readable-amount.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { CompiledFormat } from './compile-format.ts'
import { vhostKey } from './vhost.ts'

/** Lines with their fields as parsed, for the user to confirm. */
export function sampleLines(compiled: CompiledFormat, lines: NumberedLine[]): SampleLine[] {
  const { parser } = compiled
  const samples: SampleLine[] = []
  for (const { text, line } of lines) {
    if (!parser.parse(text, 0, text.length)) continue
    const fields = parser.fields.map((field, i) => {
      const value = text.slice(parser.from[i], parser.to[i])
      const meaning = field.used ? meaningOf(compiled, field.directive.role, value) : ''
      return { name: field.directive.name, text: excerpt(value), meaning }
    })
    samples.push({ line, raw: excerpt(text), fields })
  }
  return samples
}

function meaningOf({ parser }: CompiledFormat, role: string, value: string): string {
  switch (role) {
    case 'time':
      return `request started ${readableTime(parser.startEpochSeconds)}`
    case 'duration':
      return Number.isNaN(parser.durationSeconds)
        ? 'no duration'
        : `took ${readableSeconds(parser.durationSeconds)}`
    case 'status':
      return parser.status >= 500 ? 'error' : 'status'
    case 'bytes':
      return `${parser.bytes} bytes`
    default:
      return `virtual host ${excerpt(vhostKey(value))}`
  }
}
