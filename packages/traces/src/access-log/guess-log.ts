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
import { DURATION_UNITS, JSON_DURATION_UNITS } from './duration-units.ts'
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

interface Unit {
  unit: string
  label: string
  perSecond: number
}

/** A number that the line itself names, and how its lines are read in each unit that it may have. */
interface NamedNumber<U extends Unit> {
  name: string
  /** On one of the lines. */
  text: string
  units: readonly U[]
  readIn: (unit: U) => LogFormat
  parsed: readonly NumberedLine[]
}

function unitChoices<U extends Unit>({ text, units, readIn, parsed }: NamedNumber<U>) {
  return units.map((each) => {
    const { unit, perSecond, label } = each
    const declared = readIn(each)
    const load = logLoad(declared, { parsed })
    const meaning = `${text} -> ${readableSeconds(Number(text) / perSecond)}${inFlightWords(load)}`
    return { value: unit, label, meaning, load, declared }
  })
}

/** The units in which a number could be read whose unit is known. */
function unitWays<U extends Unit>(number: NamedNumber<U>): DurationWay[] {
  return unitChoices(number).map(({ value, label, meaning, declared }) => ({
    value,
    label: `${number.name} in ${label}`,
    meaning,
    declared,
  }))
}

/** Asks for the unit of the number. */
function askUnit<U extends Unit>(
  number: NamedNumber<U>,
  untimed: LogFormat,
): Pick<LogGuess, 'question' | 'choices'> {
  const units = unitChoices(number)
  return {
    question: {
      id: 'duration-unit',
      text: `In which unit is ${number.name}?`,
      choices: [
        ...units.map(({ value, label, meaning }) => ({ value, label, meaning })),
        NO_DURATION,
      ],
      ...suggestionOf(units),
    },
    choices: [
      ...units.map(({ value, declared }) => ({ value, declared })),
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
  const parsed = parsedBy(declared, lines)
  const told = isWrapped(json) ? undefined : json.duration
  const path = duration?.path ?? told?.path ?? []
  const number = {
    name: path.join('.'),
    text: duration?.text ?? (told ? firstText(parsed, told.path) : ''),
    units: JSON_DURATION_UNITS,
    readIn: ({ perSecond: unitsPerSecond }: Unit): LogFormat => {
      const fields = { ...(json as JsonFields), duration: { path, unitsPerSecond } }
      return { syntax: 'json', format: jsonWords(fields), json: fields }
    },
    parsed,
  }
  return {
    declared,
    parsed,
    // A value that says its unit itself leaves nothing to choose.
    ways: told?.unitsPerSecond ? unitWays(number) : [],
    chosen:
      JSON_DURATION_UNITS.find(({ perSecond }) => perSecond === told?.unitsPerSecond)?.unit ?? null,
    ...(duration ? askUnit(number, declared) : NOTHING_ASKED),
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
  const number = {
    name: 'time-taken',
    text: texts[0] ?? '1',
    units: DURATION_UNITS,
    readIn: (each: (typeof DURATION_UNITS)[number]) => by(each.unit),
    parsed,
  }
  return {
    declared,
    parsed,
    ways: taken < 0 ? [] : unitWays(number),
    chosen: unit === 'none' ? null : unit,
    ...(unit === null ? askUnit(number, declared) : NOTHING_ASKED),
  }
}

function parsedBy(declared: LogFormat, lines: readonly NumberedLine[]): NumberedLine[] {
  const { parser } = compileLog(declared)
  return lines.filter(({ text }) => parser.parse(text, 0, text.length))
}
