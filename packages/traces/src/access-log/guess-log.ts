import type { Question } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { readableSeconds } from '../detect/readable-amount.ts'
import { type JsonPath, jsonObjectOf, textAt } from '../reading/json-object.ts'
import { writtenIn } from '../reading/plain-text.ts'
import type { LogFormat } from './access-log-spec.ts'
import { compileLog } from './compile-log.ts'
import {
  durationChoices,
  durationQuestion,
  NO_DURATION,
  suggestionOf,
} from './duration-question.ts'
import { DURATION_UNITS, type DurationUnitEntry } from './duration-units.ts'
import { type DurationWay, durationWays } from './duration-ways.ts'
import { type GuessedFormat, guessFormat } from './guess-format.ts'
import { guessJson } from './guess-json.ts'
import { inferFormat } from './infer-format.ts'
import { isWrapped, type JsonFields } from './json-fields.ts'
import { inFlightWords, logLoad } from './log-load.ts'
import { type TimeTaken, w3cFields } from './w3c-parser.ts'

/** How the lines of a log are probably to be read. */
export interface LogGuess {
  declared: LogFormat
  /** The lines that have this format. */
  parsed: NumberedLine[]
  /** Which number is the duration, and in which unit, where nothing tells. */
  question: Question | null
  /** How the lines are read with an answer to it. */
  choices: readonly { value: string; declared: LogFormat }[]
  /** Other ways to read a duration that the lines tell by themselves, and the value of theirs. */
  ways: readonly DurationWay[]
  chosen: string | null
}

/** The format of most of the lines, by what stands in them. Null where they are no log of requests. */
export function guessLog(lines: readonly NumberedLine[]): LogGuess | null {
  return guessW3c(lines) ?? guessJsonLog(lines) ?? guessText(lines)
}

function guessText(lines: readonly NumberedLine[]): LogGuess | null {
  const known = guessFormat(lines)
  const isAll = known && known.parsed.length > lines.length * NEARLY_ALL
  const inferred = isAll ? null : inferFormat(lines)
  const guess = better(known, inferred)
  if (!guess) return null
  const choices = durationChoices(guess)
  const question = durationQuestion(guess, choices)
  const other = question ? null : durationWays(guess)
  const declared: LogFormat = { syntax: 'apache', format: guess.format }
  return {
    declared,
    parsed: guess.parsed,
    question,
    ways: other?.ways ?? [],
    chosen: other?.chosen ?? null,
    choices: choices.map(({ value, syntax, format }) => ({
      value,
      declared: { syntax, format },
    })),
  }
}

/** A well-known format with so many of the lines needs no other. */
const NEARLY_ALL = 0.9

function better(one: GuessedFormat | null, other: GuessedFormat | null): GuessedFormat | null {
  return (other?.parsed.length ?? 0) > (one?.parsed.length ?? 0) ? other : one
}

/** The units that a number named by the line itself may have, and what each would mean. */
function unitChoices(
  text: string,
  readIn: (unit: DurationUnitEntry) => LogFormat,
  parsed: readonly NumberedLine[],
) {
  return DURATION_UNITS.map((each) => {
    const { unit, perSecond, label } = each
    const load = logLoad(readIn(each), { parsed })
    const meaning = `${text} -> ${readableSeconds(Number(text) / perSecond)}${inFlightWords(load)}`
    return { value: unit, label, meaning, load }
  })
}

/** The units in which a number could be read whose unit is known. */
function unitWays(
  name: string,
  text: string,
  readIn: (unit: DurationUnitEntry) => LogFormat,
  parsed: readonly NumberedLine[],
): DurationWay[] {
  return unitChoices(text, readIn, parsed).map(({ value, label, meaning }, i) => ({
    value,
    label: `${name} in ${label}`,
    meaning,
    declared: readIn(DURATION_UNITS[i]!),
  }))
}

/** Asks for the unit of a number that the line itself names. */
function askUnit(
  name: string,
  text: string,
  readIn: (unit: DurationUnitEntry) => LogFormat,
  parsed: readonly NumberedLine[],
  untimed: LogFormat,
): Pick<LogGuess, 'question' | 'choices'> {
  const units = unitChoices(text, readIn, parsed)
  return {
    question: {
      id: 'duration-unit',
      text: `In which unit is ${name}?`,
      choices: [
        ...units.map(({ value, label, meaning }) => ({ value, label, meaning })),
        NO_DURATION,
      ],
      ...suggestionOf(units),
    },
    choices: [
      ...DURATION_UNITS.map((each) => ({ value: each.unit, declared: readIn(each) })),
      { value: NO_DURATION.value, declared: untimed },
    ],
  }
}

const NOTHING_ASKED: Pick<LogGuess, 'question' | 'choices'> = { question: null, choices: [] }

function guessJsonLog(lines: readonly NumberedLine[]): LogGuess | null {
  const guess = guessJson(lines)
  if (!guess) return null
  const { json, duration } = guess
  const declared: LogFormat = { syntax: 'json', format: jsonWords(json), json }
  const readIn = ({ perSecond: unitsPerSecond }: DurationUnitEntry): LogFormat => {
    const { path } = duration ?? (json as JsonFields).duration!
    const fields = { ...(json as JsonFields), duration: { path, unitsPerSecond } }
    return { syntax: 'json', format: jsonWords(fields), json: fields }
  }
  const parsed = parsedBy(declared, lines)
  const told = isWrapped(json) ? undefined : json.duration
  const text = told ? firstText(parsed, told.path) : ''
  return {
    declared,
    parsed,
    // A value that says its unit itself leaves nothing to choose.
    ways: told?.unitsPerSecond ? unitWays(told.path.join('.'), text, readIn, parsed) : [],
    chosen:
      DURATION_UNITS.find(({ perSecond }) => perSecond === told?.unitsPerSecond)?.unit ?? null,
    ...(duration
      ? askUnit(duration.path.join('.'), duration.text, readIn, parsed, declared)
      : NOTHING_ASKED),
  }
}

function firstText(lines: readonly NumberedLine[], path: JsonPath): string {
  for (const { text } of lines) {
    const object = jsonObjectOf(writtenIn(text))
    const found = object ? textAt(object, path) : ''
    if (/^\d/.test(found)) return found
  }
  return '1'
}

function jsonWords(json: LogFormat['json'] & object): string {
  if (isWrapped(json)) return `{"${json.line.join('.')}": ${json.format}}`
  const { time, duration, status, bytes, host, request } = json
  const names = [time.path, duration?.path, status, bytes, host, request]
  return `{${names.flatMap((path) => (path ? `"${path.join('.')}"` : [])).join(', ')}}`
}

function guessW3c(lines: readonly NumberedLine[]): LogGuess | null {
  const header = lines.find(({ text }) => w3cFields(text) !== null)
  if (!header) return null
  const fields = w3cFields(header.text)!
  const names = fields.map((field) => field.toLowerCase())
  if (!names.includes('date') || !names.includes('time')) return null
  const rows = lines.filter(({ text }) => !text.startsWith('#'))
  const taken = names.indexOf('time-taken')
  const texts = rows.flatMap(({ text }) => text.split(/[\t ]/)[taken] ?? [])
  const by = (timeTaken: TimeTaken): LogFormat => ({
    syntax: 'w3c',
    format: header.text,
    timeTaken,
  })
  const isIis = lines.some(({ text }) => /^#Software:.*Microsoft/i.test(text))
  const unit =
    taken < 0 ? 'none' : isIis ? 'ms' : texts.some((text) => text.includes('.')) ? 's' : null
  const declared = by(unit ?? 'none')
  const parsed = parsedBy(declared, rows)
  const readIn = (each: DurationUnitEntry) => by(each.unit)
  return {
    declared,
    parsed,
    ways: taken < 0 ? [] : unitWays('time-taken', texts[0] ?? '1', readIn, parsed),
    chosen: unit === 'none' ? null : unit,
    ...(unit === null
      ? askUnit('time-taken', texts[0] ?? '1', readIn, parsed, declared)
      : NOTHING_ASKED),
  }
}

function parsedBy(declared: LogFormat, lines: readonly NumberedLine[]): NumberedLine[] {
  const { parser } = compileLog(declared)
  return lines.filter(({ text }) => parser.parse(text, 0, text.length))
}
