import type { Choice, Question } from '../detect/detection.ts'
import { type LogLoad, mostProbable } from '../detect/likely-load.ts'
import { readableSeconds } from '../detect/readable-amount.ts'
import { DURATION_UNITS } from './duration-units.ts'
import { type GuessedFormat, unnamedDirective } from './guess-format.ts'
import { inFlightWords, logLoad } from './log-load.ts'
import { NGINX_COMBINED } from './nginx-format.ts'

/** How Apache writes a duration in each unit. */
const DIRECTIVES = { us: '%D', ms: '%{ms}T', s: '%T' } as const
const COMBINED = '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"'

/** A number that may be the duration, and the format that reads it as such. */
interface DurationChoice extends Choice {
  syntax: 'apache' | 'nginx'
  format: string
  /** Null for a reading without durations. */
  load: LogLoad | null
}

/**
 * Asks which unnamed number is the duration, and in which unit. The choices show the file's own
 * numbers; the most probable one is suggested, and only the operator's answer counts.
 * @param choices those of `durationChoices`
 */
export function durationQuestion(
  { unnamed }: GuessedFormat,
  choices: readonly DurationChoice[],
): Question | null {
  if (choices.length === 0) return null
  return {
    id: 'duration-unit',
    text:
      unnamed.length === 1
        ? `Unit of the unnamed field (e.g. ${unnamed[0]})?`
        : `Which of the numbers ${unnamed.join(', ')} is the duration?`,
    choices: choices.map(({ value, label, meaning }) => ({ value, label, meaning })),
    ...suggestionOf(choices),
  }
}

/** The choice with the most plausible durations, as part of a question. */
export function suggestionOf(
  choices: readonly { value: string; load: LogLoad | null }[],
): Pick<Question, 'suggested'> {
  const index = mostProbable(choices.map(({ load }) => load))
  return index === null ? {} : { suggested: choices[index]!.value }
}

export const NO_DURATION: Choice = {
  value: 'none',
  label: 'no duration',
  meaning: 'the log then gives arrivals only',
}

/** Empty when the lines have no unexplained number. */
export function durationChoices(guess: GuessedFormat): DurationChoice[] {
  if (!hasUnnamed(guess)) return []
  const none: DurationChoice = {
    ...NO_DURATION,
    syntax: 'apache',
    format: guess.format,
    load: null,
  }
  return [...guess.unnamed.flatMap((_, i) => choicesFor(guess, i)), none]
}

function hasUnnamed({ format }: GuessedFormat): boolean {
  return format.includes(unnamedDirective(1))
}

function choicesFor(guess: GuessedFormat, index: number): DurationChoice[] {
  const { unnamed, format } = guess
  const text = unnamed[index]!
  const several = unnamed.length > 1
  const answerFor = (unit: string) => (several ? `${index + 1}:${unit}` : unit)
  const which = several ? `number ${index + 1} in ` : ''
  const readAs = (
    syntax: DurationChoice['syntax'],
    declared: string,
    perSecond: number,
  ): Omit<DurationChoice, 'value' | 'label'> => {
    const load = logLoad({ syntax, format: declared }, guess)
    return {
      meaning: `${text} -> ${readableSeconds(Number(text) / perSecond)}${inFlightWords(load)}`,
      syntax,
      format: declared,
      load,
    }
  }
  const choices: DurationChoice[] = unitsFor(text, guess).map(({ unit, label, perSecond }) => ({
    value: answerFor(unit),
    // Apache writes no decimals.
    label: `${which}${label}${text.includes('.') ? '' : ` (Apache ${DIRECTIVES[unit]})`}`,
    ...readAs('apache', format.replace(unnamedDirective(index + 1), DIRECTIVES[unit]), perSecond),
  }))
  const nginx = nginxFormat(guess, index, text)
  if (nginx)
    choices.push({
      value: answerFor('nginx'),
      label: `${which}seconds (nginx $request_time, the line is written at the end)`,
      ...readAs('nginx', nginx, 1),
    })
  return choices
}

/** Apache writes whole microseconds and milliseconds; decimals come from a proxy. */
function unitsFor(text: string, { format }: GuessedFormat) {
  if (!text.includes('.')) return DURATION_UNITS
  return DURATION_UNITS.filter(
    ({ unit }) => unit === 'ms' || (unit === 's' && !format.startsWith(COMBINED)),
  )
}

function nginxFormat({ format, unnamed }: GuessedFormat, index: number, text: string) {
  if (!text.includes('.') || !format.startsWith(COMBINED)) return null
  const tail = unnamed.map((_, i) => (i === index ? '$request_time' : `$unnamed${i + 1}`))
  return `${NGINX_COMBINED} ${tail.join(' ')}`
}
