import type {
  Answers,
  DurationReading,
  FormatDetection,
  Head,
  UnknownDetection,
} from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import type { MemberInfo } from '../members/member.ts'
import type { AccessLogSpec, LogFormat } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'
import { type DeclaredFormat, describeAccessLog } from './describe-access-log.ts'
import { guessLog, type LogGuess } from './guess-log.ts'

/**
 * Detects an access log with the operator's answers: in the declared format, else in the ones that
 * its own lines suggest, with the number that the operator identified as the duration.
 */
export function detectWithAnswers(
  member: MemberInfo,
  { lines, laterLines }: Head,
  { logFormat, durationUnit, timeZone, everyLine }: Answers,
): FormatDetection<AccessLogSpec> | UnknownDetection | null {
  if (lines.length === 0) return null
  const shown = [...lines, ...laterLines]
  const settings = { ...(timeZone ? { timeZone } : {}), ...(everyLine ? { everyLine } : {}) }
  const describe = (declared: DeclaredFormat) =>
    describeAccessLog(member, shown, { ...declared, ...settings })
  if (logFormat) return describe(declaredBy(logFormat, durationUnit))
  const guesses = guessAll(shown)
  const [guess] = guesses
  if (!guess || linesOf(guesses) <= shown.length / 2) return null
  const [main, ...others] = guesses.map((each) => declaredIn(each, durationUnit)) as [LogFormat]
  const detection = describe({ ...main, ...(others.length > 0 ? { otherFormats: others } : {}) })
  if (detection.kind === 'unknown') return detection
  const { question } = guess
  const isOpen = question && !guess.choices.some(({ value }) => value === durationUnit)
  const durations = durationsOf(guess, durationUnit)
  return {
    ...detection,
    ...(durations ? { durations } : {}),
    ...(isOpen ? { raised: [question, ...detection.raised] } : {}),
  }
}

/** A format that somebody pasted, with the one of its durations that was chosen. */
function declaredBy(format: string, durationUnit: string | null): DeclaredFormat {
  const declared: DeclaredFormat = { syntax: syntaxOf(format), format }
  const isOne = durationUnit !== null && compileLog(declared).durations.includes(durationUnit)
  return isOne ? { ...declared, durationDirective: durationUnit } : declared
}

/** Which number counts as the duration, and what else could. Null where there is no choice. */
function durationsOf(
  { question, choices, ways, chosen }: LogGuess,
  answer: string | null,
): DurationReading | null {
  const all =
    question?.choices ?? ways.map(({ value, label, meaning }) => ({ value, label, meaning }))
  if (all.length < 2) return null
  const said = [...choices, ...ways].find(({ value }) => value === answer)
  return { choices: [...all], chosen: said?.value ?? chosen }
}

/** A third format in one file is nothing that anybody has done on purpose. */
const MOST_FORMATS = 2
/** Fewer lines of another format are mistakes, or what somebody sent to the wrong port. */
const LEAST_OTHERS = 3

/**
 * The formats of a log, the one with durations first: it may have changed while the log was written,
 * as it does when durations are added to it.
 */
function guessAll(lines: readonly NumberedLine[]): LogGuess[] {
  const guesses: LogGuess[] = []
  let rest = lines
  while (guesses.length < MOST_FORMATS && rest.length > 0) {
    const guess = guessLog(rest)
    if (!guess || (guesses.length > 0 && guess.parsed.length < LEAST_OTHERS)) break
    guesses.push(guess)
    const parsed = new Set(guess.parsed)
    rest = rest.filter((line) => !parsed.has(line) && !line.text.startsWith('#'))
  }
  return guesses.sort((a, b) => Number(hasDuration(b)) - Number(hasDuration(a)))
}

function linesOf(guesses: readonly LogGuess[]): number {
  return guesses.reduce((sum, { parsed }) => sum + parsed.length, 0)
}

function hasDuration({ question, declared }: LogGuess): boolean {
  return question !== null || compileLog(declared).duration !== null
}

function declaredIn({ choices, ways, declared }: LogGuess, durationUnit: string | null): LogFormat {
  return [...choices, ...ways].find(({ value }) => value === durationUnit)?.declared ?? declared
}

/** nginx writes `$name`, Apache `%x`; a lone dollar sign may appear in an Apache format too. */
export function syntaxOf(format: string): 'apache' | 'nginx' {
  return /\$[a-z_]/.test(format) && !/%[!<>{A-Za-z0-9]/.test(format) ? 'nginx' : 'apache'
}
