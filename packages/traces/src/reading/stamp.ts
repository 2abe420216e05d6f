import { MONTHS } from './months.ts'

/** A moment that a script has written in front of a line, or on a line of its own. */
export interface Stamp {
  /**
   * Seconds since the epoch; by the clock on the wall as if it were UTC's where `isLocal`, and since
   * midnight where `form` is `time-of-day`.
   */
  seconds: number
  /** `no-year`: `ts` of moreutils and syslog write none; the seconds are those in 1972. */
  form: 'whole' | 'no-year' | 'time-of-day'
  /** Whether the text says no offset from UTC. */
  isLocal: boolean
  /** Position behind the stamp and the blanks after it. */
  end: number
}

export const DAY_SECONDS = 86_400
/** A leap year, so that 29 February exists. */
const SOME_YEAR = 1972
/** Hours from UTC, of the abbreviations that `date` prints and that mean one thing. */
const ZONES = new Map<string, number>(
  Object.entries({
    UTC: 0,
    GMT: 0,
    Z: 0,
    WET: 0,
    WEST: 1,
    CET: 1,
    CEST: 2,
    EET: 2,
    EEST: 3,
    MSK: 3,
    JST: 9,
    KST: 9,
    EST: -5,
    EDT: -4,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AEST: 10,
    AEDT: 11,
  }),
)

const CLOCK = String.raw`(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,9}))?`
/** Those that mean several. */
const UNCLEAR_ZONES = ['BST', 'CST', 'IST']
const ZONE = `(?: ?([+-]\\d\\d(?::?\\d\\d)?|(?:${[...ZONES.keys(), ...UNCLEAR_ZONES].join('|')})(?![A-Za-z])))?`
const EPOCH = /^\[?(\d{10})(?:(\d{3})|[.,](\d{1,9}))?\]?(?=[\s,;:]|$)/
const ISO = new RegExp(String.raw`^\[?(\d{4})[-/.](\d\d)[-/.](\d\d)[T _]${CLOCK}${ZONE}\]?`)
/** Fri Nov 20 09:00:00 UTC 2026 */
const DATE_C = new RegExp(
  String.raw`^(?:[A-Z][a-z]{2},? )([A-Z][a-z]{2}) {1,2}(\d{1,2}) ${CLOCK}(?: ([AP]M))?(?: ([A-Z]{3,5}|[+-]\d{2,4}))? (\d{4})`,
)
/** Fri 20 Nov 2026 09:00:00 AM UTC; Fri, 20 Nov 2026 09:00:00 +0000 */
const DATE_LONG = new RegExp(
  String.raw`^(?:[A-Z][a-z]{2},? )(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}),? ${CLOCK}(?: ([AP]M))?(?: ([A-Z]{3,5}|[+-]\d{2,4}))?`,
)
/** Nov 20 09:00:00 */
const NO_YEAR = new RegExp(String.raw`^([A-Z][a-z]{2}) {1,2}(\d{1,2}) ${CLOCK}`)
const TIME_OF_DAY = new RegExp(String.raw`^\[?${CLOCK}\]?(?=\s|$)`)
/** The longest form has about 40 characters. */
const LONGEST = 60

/** The stamp with which a line begins. Null when it begins otherwise. */
export function readStamp(line: string): Stamp | null {
  const first = line.charCodeAt(0)
  // Digits, an opening bracket, or the capital of a day or a month.
  if (!((first >= 48 && first <= 57) || first === 91 || (first >= 65 && first <= 90))) return null
  const text = line.slice(0, LONGEST)
  const read = readEpoch(text) ?? readIso(text) ?? readWords(text) ?? readTimeOfDay(text)
  if (!read) return null
  let { end } = read
  while (line.charCodeAt(end) === 32 || line.charCodeAt(end) === 9) end++
  return { ...read, end }
}

/** The moment of a stamp without a year: the latest one that is not after `now`. */
export function withYear(secondsIn1972: number, nowEpochSeconds: number): number {
  const then = new Date(secondsIn1972 * 1000)
  let year = new Date(nowEpochSeconds * 1000).getUTCFullYear() + 1
  const inYear = () =>
    secondsIn1972 + (Date.UTC(year, then.getUTCMonth(), then.getUTCDate()) - midnight(then)) / 1000
  while (inYear() > nowEpochSeconds + DAY_SECONDS) year--
  return inYear()
}

function midnight(date: Date): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
}

function readEpoch(text: string): Stamp | null {
  const match = EPOCH.exec(text)
  if (!match) return null
  const [all, whole, ms, fraction] = match
  const seconds = Number(whole) + Number(ms ?? 0) / 1000 + fractionOf(fraction)
  return { seconds, form: 'whole', isLocal: false, end: all.length }
}

function readIso(text: string): Stamp | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [all, year, month, day, hour, minute, second, fraction, zone] = match
  return moment(
    all,
    [Number(year), Number(month), Number(day)],
    clockOf([hour, minute, second, fraction]),
    zone,
  )
}

function readWords(text: string): Stamp | null {
  const c = DATE_C.exec(text)
  if (c) {
    const [all, month, day, hour, minute, second, fraction, half, zone, year] = c
    const clock = clockOf([hour, minute, second, fraction], half)
    return moment(all, [Number(year), monthOf(month), Number(day)], clock, zone)
  }
  const long = DATE_LONG.exec(text)
  if (long) {
    const [all, day, month, year, hour, minute, second, fraction, half, zone] = long
    const clock = clockOf([hour, minute, second, fraction], half)
    return moment(all, [Number(year), monthOf(month), Number(day)], clock, zone)
  }
  const short = NO_YEAR.exec(text)
  if (!short) return null
  const [all, month, day, hour, minute, second, fraction] = short
  const date: Civil = [SOME_YEAR, monthOf(month), Number(day)]
  const read = moment(all, date, clockOf([hour, minute, second, fraction]), undefined)
  return read && { ...read, form: 'no-year' }
}

function readTimeOfDay(text: string): Stamp | null {
  const match = TIME_OF_DAY.exec(text)
  if (!match) return null
  const [all, hour, minute, second, fraction] = match
  const seconds = clockOf([hour, minute, second, fraction])
  return seconds === null ? null : { seconds, form: 'time-of-day', isLocal: true, end: all.length }
}

type Civil = [year: number, month: number, day: number]

function moment(
  all: string,
  [year, month, day]: Civil,
  clockSeconds: number | null,
  zone: string | undefined,
): Stamp | null {
  if (clockSeconds === null) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const offset = offsetOf(zone)
  return {
    seconds: date.getTime() / 1000 + clockSeconds - (offset ?? 0),
    form: 'whole',
    isLocal: offset === null,
    end: all.length,
  }
}

function clockOf(
  [hour, minute, second, fraction]: (string | undefined)[],
  half?: string,
): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 60) return null
  const whole = half ? (hours % 12) + (half === 'PM' ? 12 : 0) : hours
  return whole * 3600 + minutes * 60 + seconds + fractionOf(fraction)
}

function fractionOf(digits: string | undefined): number {
  return digits ? Number(digits) / 10 ** digits.length : 0
}

/** 0 for a word that is no month, which is in no year. */
function monthOf(word: string | undefined): number {
  return MONTHS.indexOf(word!.toLowerCase()) + 1
}

/** Seconds; null for none, and for an abbreviation that may mean several. */
function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!match) return ZONES.has(zone) ? ZONES.get(zone)! * 3600 : null
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60
  return match[1] === '-' ? -seconds : seconds
}
