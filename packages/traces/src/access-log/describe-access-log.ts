import type {
  DurationReading,
  FormatDetection,
  Question,
  SampleLine,
  UnknownDetection,
} from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { readableSeconds, readableTime } from '../detect/readable-amount.ts'
import { suggestDomain } from '../detect/suggest-domain.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { type CompiledLog, compileLog } from './compile-log.ts'
import type { ParsedLine, ShownField } from './parsed-line.ts'
import { HOW_TO_LOG_DURATIONS } from './read-access-log.ts'
import { vhostKey } from './vhost.ts'

const SHOWN_SAMPLES = 5
const MAX_VHOSTS_ASKED = 50

export type DeclaredFormat = Omit<AccessLogSpec, 'kind' | 'domainBy'>

/**
 * Describes the meaning of the lines in this format.
 * @throws TraceError for a bad format
 */
export function describeAccessLog(
  member: MemberInfo,
  all: readonly NumberedLine[],
  declared: DeclaredFormat,
): FormatDetection<AccessLogSpec> | UnknownDetection {
  const lines = all.filter(({ text }) => !text.startsWith('#'))
  const compiled = compileLog(declared)
  const samples = sampleLines(compiled.parser, lines)
  if (samples.length === 0 || samples.length < lines.length / 2)
    return {
      kind: 'unknown',
      reason: `${lines.length - samples.length} of the first ${lines.length} lines do not have the declared format.`,
      expected: declared.format,
      samples: lines.slice(0, SHOWN_SAMPLES).map(({ text }) => excerpt(text)),
    }
  const domain = suggestDomain(member)
  const spec: AccessLogSpec = {
    kind: 'access-log',
    ...declared,
    domainBy: { by: 'fixed', domain: domain ?? '' },
  }
  const warnings: string[] = []
  if (!compiled.duration && !declared.format.includes('unnamed'))
    warnings.push(`The log has no durations, so it gives arrivals only: ${HOW_TO_LOG_DURATIONS}.`)
  if (compiled.durations.length > 1)
    warnings.push(
      `The log has several durations (${compiled.durations.join(', ')}); ${compiled.duration} is used.`,
    )
  const durations = durationsOf(compiled, samples)
  if (samples.length < lines.length)
    warnings.push(`${lines.length - samples.length} of the first ${lines.length} lines differ.`)
  return {
    kind: 'access-log',
    spec,
    ...(domain ? { suggestedDomain: domain } : {}),
    samples: samples.slice(0, SHOWN_SAMPLES),
    ...(durations ? { durations } : {}),
    virtualHosts: compiled.hasVhost ? vhostsOf(compiled, lines) : [],
    raised: compiled.timeHasOffset || spec.timeZone ? [] : [TIME_ZONE_QUESTION],
    warnings,
  }
}

/** The durations that a format names, to choose among. Null where there are not several. */
function durationsOf(
  { durations, duration }: CompiledLog,
  samples: readonly SampleLine[],
): DurationReading | null {
  if (durations.length < 2) return null
  const meaningOf = (name: string) =>
    samples[0]?.fields.find((field) => field.name === name)?.text ?? ''
  return {
    choices: durations.map((name) => ({ value: name, label: name, meaning: meaningOf(name) })),
    chosen: duration,
  }
}

const TIME_ZONE_QUESTION: Question = {
  id: 'time-zone',
  text: 'The times have no offset from UTC. Which time zone was the server in?',
  choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
}

function vhostsOf({ parser }: CompiledLog, lines: readonly NumberedLine[]): string[] {
  const seen = new Set<string>()
  for (const { text } of lines)
    if (parser.parse(text, 0, text.length) && seen.size < MAX_VHOSTS_ASKED)
      seen.add(excerpt(vhostKey(parser.host)))
  return [...seen]
}

/** Lines with their fields as parsed, for the user to confirm. */
function sampleLines(parser: ParsedLine, lines: readonly NumberedLine[]): SampleLine[] {
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
