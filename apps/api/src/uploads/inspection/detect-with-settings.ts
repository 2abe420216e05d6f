import type { SourceSettings } from '@steelyard/contract'
import {
  type AccessLogSpec,
  type DeclaredFormat,
  type Detection,
  detectSource,
  type MemberInfo,
} from '@steelyard/traces'

/**
 * What a source is, with the operator's answers taken in: the samples are read the way the analysis
 * will read them, and of the questions only the open ones are left.
 * @throws TraceError `bad-format`, `ambiguous-format`, `bad-spec` for answers that cannot be used
 */
export function detectWithSettings(
  member: MemberInfo,
  head: Buffer,
  settings: SourceSettings,
): Detection {
  const { logFormat } = settings
  const declared = logFormat ? { syntax: syntaxOf(logFormat), format: logFormat } : undefined
  const detection = detectSource(member, head, declared)
  if (detection.kind !== 'access-log' || detection.spec.kind !== 'access-log') return detection
  const answer = detection.questions
    .find((question) => question.id === 'duration-unit')
    ?.choices.find((choice) => choice.value === settings.durationUnit)
  if (!answer && !settings.timeZone) return detection
  const spec = (answer?.spec ?? detection.spec) as AccessLogSpec
  const again = detectSource(member, head, formatOf(spec, settings))
  if (again.kind === 'unknown') return again
  const stillOpen = detection.questions.filter((question) => question.id === 'duration-unit')
  return { ...again, questions: [...(answer ? [] : stillOpen), ...again.questions] }
}

function formatOf(spec: AccessLogSpec, { timeZone }: SourceSettings): DeclaredFormat {
  const { syntax, format, durationDirective } = spec
  return {
    syntax,
    format,
    ...(durationDirective ? { durationDirective } : {}),
    ...(timeZone ? { timeZone } : {}),
  }
}

/** nginx writes `$name`, Apache `%x`; a dollar sign alone may stand in an Apache format too. */
export function syntaxOf(format: string): AccessLogSpec['syntax'] {
  return /\$[a-z_]/.test(format) && !/%[!<>{A-Za-z0-9]/.test(format) ? 'nginx' : 'apache'
}
