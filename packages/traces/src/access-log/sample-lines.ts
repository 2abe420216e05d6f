import type { SampleLine } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { readableSeconds, readableTime } from '../detect/readable-amount.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { ParsedLine, ShownField } from './parsed-line.ts'
import { vhostKey } from './vhost.ts'

/** Lines with their fields as parsed, for the user to confirm. */
export function sampleLines(parser: ParsedLine, lines: readonly NumberedLine[]): SampleLine[] {
  return lines.flatMap(({ text, line }) => {
    if (!parser.parse(text, 0, text.length)) return []
    const fields = parser.shown().map((field) => ({
      name: field.name,
      text: excerpt(field.text),
      meaning: meaningOf(parser, field),
      ...(field.role ? { role: field.role } : {}),
    }))
    return [{ line, raw: excerpt(text), fields }]
  })
}

function meaningOf(parser: ParsedLine, { role, text }: ShownField): string {
  switch (role) {
    case 'time':
      return `request started ${readableTime(parser.startEpochSeconds)}`
    case 'duration':
      return Number.isNaN(parser.durationSeconds)
        ? 'no duration'
        : `took ${readableSeconds(parser.durationSeconds)}`
    case 'status':
      return parser.status >= 500 ? 'error' : 'status'
    case 'request':
      return parser.setAside === null ? 'request' : 'not a request'
    case 'bytes':
      return `${parser.bytes} bytes`
    case 'vhost':
    case 'reuse':
      return `virtual host ${excerpt(vhostKey(text))}`
    default:
      return ''
  }
}
