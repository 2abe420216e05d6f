import type { UnknownDetection } from './detection.ts'
import type { NumberedLine } from './head-lines.ts'

const LEVEL = '(?:emerg|alert|crit|error|warn|notice|info|debug|trace\\d)'
const FORMS = [
  {
    server: 'nginx',
    form: new RegExp(`^\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d \\[${LEVEL}\\] \\d+#\\d+: `),
  },
  {
    server: 'Apache',
    form: new RegExp(
      `^\\[[A-Z][a-z]{2} [A-Z][a-z]{2} \\d\\d [\\d:.]{8,15} \\d{4}\\] \\[(?:\\w*:)?${LEVEL}\\] `,
    ),
  },
]

/** An error log names some requests, with their times, and would pass for a log of all of them. */
export function errorLog(lines: readonly NumberedLine[]): UnknownDetection | null {
  for (const { server, form } of FORMS) {
    const errors = lines.filter(({ text }) => form.test(text)).length
    if (errors === 0 || errors < lines.length / 2) continue
    return {
      kind: 'unknown',
      reason: `This is an error log of ${server}: it has only what went wrong, and no times of requests. Send the access log.`,
      expected: 'an access log, with one line for each request',
      samples: [],
    }
  }
  return null
}
