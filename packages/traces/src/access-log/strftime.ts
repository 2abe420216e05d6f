import { MONTHS } from '../reading/months.ts'
import { TraceError } from '../trace-error.ts'

/** The parts of a time that the directives of a line have given so far. */
export interface CivilTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  pm: boolean | null
  offsetSeconds: number | null
  epochSeconds: number | null
}

export function newCivilTime(): CivilTime {
  return {
    year: 1970,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    pm: null,
    offsetSeconds: null,
    epochSeconds: null,
  }
}

/** Parses from `at`; returns the position after the item, or -1. */
type Item = (text: string, at: number, into: CivilTime) => number

const COMPOSITES: Record<string, string> = {
  T: '%H:%M:%S',
  R: '%H:%M',
  F: '%Y-%m-%d',
  D: '%m/%d/%y',
}

export function spelledOut(format: string): string {
  return format.replace(/%([TRFD])/g, (_, c: string) => COMPOSITES[c]!)
}

/** Compiles the strftime conversions that form points in time. */
export class TimeFormat {
  /** The conversions in use, with composites expanded. */
  readonly conversions: Set<string>
  readonly #items: Item[]

  constructor(format: string) {
    const spelled = spelledOut(format)
    this.#items = []
    this.conversions = new Set()
    for (let i = 0; i < spelled.length; i++) {
      if (spelled[i] !== '%') {
        this.#items.push(literalItem(spelled.charCodeAt(i)))
        continue
      }
      const conversion = spelled[++i] ?? ''
      const known = CONVERSIONS[conversion]
      if (!known)
        throw new TraceError('bad-format', `%${conversion} in the time format is not supported.`, {
          expected: `conversions ${Object.keys(CONVERSIONS).join(' ')} T R F D`,
        })
      this.#items.push(known)
      this.conversions.add(conversion)
    }
  }

  /** Parses a time that starts at `from`. Returns its end, or -1 when there is none. */
  read(text: string, from: number, to: number, into: CivilTime): number {
    let at = from
    for (const item of this.#items) {
      at = item(text, at, into)
      if (at < 0 || at > to) return -1
    }
    return at
  }
}

function digits(count: number, set: (into: CivilTime, value: number) => boolean): Item {
  return (text, at, into) => {
    let value = 0
    for (let i = at; i < at + count; i++) {
      const digit = text.charCodeAt(i) - 48
      // %e and %k pad with a blank.
      if (i === at && digit === -16) continue
      if (!(digit >= 0 && digit <= 9)) return -1
      value = value * 10 + digit
    }
    return set(into, value) ? at + count : -1
  }
}

function literalItem(code: number): Item {
  return (text, at) => (text.charCodeAt(at) === code ? at + 1 : -1)
}

const word: (accept: (word: string, into: CivilTime) => boolean) => Item =
  (accept) => (text, at, into) => {
    let end = at
    while (end < at + 12 && /[A-Za-z]/.test(text[end] ?? '')) end++
    return end > at && accept(text.slice(at, end).toLowerCase(), into) ? end : -1
  }

const monthName = word((name, into) => {
  into.month = MONTHS.indexOf(name.slice(0, 3)) + 1
  return into.month > 0
})

const offset: Item = (text, at, into) => {
  if (text[at] === 'Z') {
    into.offsetSeconds = 0
    return at + 1
  }
  const match = /^([+-])(\d\d):?(\d\d)/.exec(text.slice(at, at + 6))
  if (!match) return -1
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60
  into.offsetSeconds = match[1] === '-' ? -seconds : seconds
  return at + match[0].length
}

const epoch: Item = (text, at, into) => {
  let end = at
  while (end < at + 10 && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++
  if (end === at) return -1
  into.epochSeconds = Number(text.slice(at, end))
  return end
}

const field = (
  count: number,
  key: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
  min: number,
  max: number,
  plus: (value: number) => number = (value) => value,
) =>
  digits(count, (into, value) => {
    into[key] = plus(value)
    return value >= min && value <= max
  })

const CONVERSIONS: Record<string, Item> = {
  Y: field(4, 'year', 0, 9999),
  y: field(2, 'year', 0, 99, (value) => value + (value < 69 ? 2000 : 1900)),
  m: field(2, 'month', 1, 12),
  d: field(2, 'day', 1, 31),
  e: field(2, 'day', 1, 31),
  H: field(2, 'hour', 0, 23),
  k: field(2, 'hour', 0, 23),
  I: field(2, 'hour', 1, 12, (value) => value % 12),
  M: field(2, 'minute', 0, 59),
  S: field(2, 'second', 0, 60),
  b: monthName,
  h: monthName,
  B: monthName,
  a: word(() => true),
  A: word(() => true),
  p: word((name, into) => {
    into.pm = name === 'pm'
    return name === 'am' || name === 'pm'
  }),
  z: offset,
  // Other abbreviations are ambiguous: each stands for several offsets.
  Z: word((name, into) => {
    into.offsetSeconds = 0
    return name === 'utc' || name === 'gmt'
  }),
  s: epoch,
  '%': literalItem(37),
  n: literalItem(10),
  t: literalItem(9),
}
