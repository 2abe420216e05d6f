import type { Answers, FormatDetection, Head, UnknownDetection } from '../detect/detection.ts'
import type { MemberInfo } from '../members/member.ts'
import type { AccessLogSpec } from './access-log-spec.ts'
import { type DeclaredFormat, describeAccessLog } from './describe-access-log.ts'
import { durationChoices, durationQuestion } from './duration-question.ts'
import { guessFormat } from './guess-format.ts'

/**
 * Detects an access log with the operator's answers: in the declared format, else in the one that
 * its own lines suggest, with the number that the operator identified as the duration.
 */
export function detectWithAnswers(
  member: MemberInfo,
  { lines }: Head,
  { logFormat, durationUnit, timeZone }: Answers,
): FormatDetection<AccessLogSpec> | UnknownDetection | null {
  if (lines.length === 0) return null
  const zone = timeZone ? { timeZone } : {}
  const describe = (declared: DeclaredFormat) =>
    describeAccessLog(member, lines, { ...declared, ...zone })
  if (logFormat) return describe({ syntax: syntaxOf(logFormat), format: logFormat })
  const guess = guessFormat(lines)
  if (!guess) return null
  const guessed: DeclaredFormat = { syntax: 'apache', format: guess.format }
  const answer = durationChoices(guess).find(({ value }) => value === durationUnit)
  if (answer) return describe({ syntax: answer.syntax, format: answer.format })
  const detection = describe(guessed)
  const question = durationQuestion(guess)
  if (detection.kind === 'unknown' || !question) return detection
  return { ...detection, raised: [question, ...detection.raised] }
}

/** nginx writes `$name`, Apache `%x`; a lone dollar sign may appear in an Apache format too. */
export function syntaxOf(format: string): AccessLogSpec['syntax'] {
  return /\$[a-z_]/.test(format) && !/%[!<>{A-Za-z0-9]/.test(format) ? 'nginx' : 'apache'
}
