import type { NumberedLine } from '../detect/head-lines.ts'
import { areSeconds, loadOf, mostProbable } from '../detect/likely-load.ts'
import { compileFormat } from './compile-format.ts'
import { type GuessedFormat, unnamedDirective } from './guess-format.ts'
import { type Piece, splitLine } from './split-line.ts'
import { timeInText } from './time-in-text.ts'
import { secondsWithUnit } from './written-unit.ts'

/**
 * A format for lines of no well-known one: split at blanks, quotes and brackets, with a meaning for
 * each piece by what stands in it on all lines. Null where no time or nothing else is found, or most
 * lines differ.
 */
export function inferFormat(lines: readonly NumberedLine[]): GuessedFormat | null {
  const split = lines.flatMap(({ text }) => {
    const pieces = text.startsWith('#') ? null : splitLine(text)
    return pieces ? (withTime(pieces) ?? []) : []
  })
  const common = mostCommon(split)
  if (!common) return null
  const { format, unnamed } = formatOf(common)
  return isOfRequests(format) ? parsedBy(format, unnamed, lines) : null
}

/** The pieces of the first line that has a time. Null where most lines have none. */
export function piecesOfLog(lines: readonly NumberedLine[]): string[] | null {
  const split = lines.map(({ text }) => splitLine(text))
  const timed = split.filter((pieces) => pieces && withTime(pieces))
  return timed.length > lines.length / 2 ? timed[0]!.map(({ text }) => text) : null
}

/** A time stands in every log; what was asked, or how it ended, only in one of requests. */
function isOfRequests(format: string): boolean {
  return format.includes('%r') || (format.includes('%>s') && /%b|T\b|%\{number/.test(format))
}

/** A line whose time is known, and the pieces after it. */
interface TimedLine {
  /** Pieces before the time, where the time is not in brackets; else they are of any number. */
  before: readonly Piece[]
  time: Piece
  /** Its second piece, where date and time of day are two. */
  clock: Piece | null
  after: readonly Piece[]
}

function withTime(pieces: readonly Piece[]): TimedLine | null {
  for (const [i, time] of pieces.entries()) {
    const next = pieces[i + 1]
    const rest = { before: pieces.slice(0, i), time }
    if (timeInText(time.text, 'start')) return { ...rest, clock: null, after: pieces.slice(i + 1) }
    if (next?.before === ' ' && timeInText(`${time.text} ${next.text}`, 'start'))
      return { ...rest, clock: next, after: pieces.slice(i + 2) }
  }
  return null
}

/** The lines that have the same pieces as most. */
function mostCommon(lines: readonly TimedLine[]): TimedLine[] | null {
  const bySignature = Map.groupBy(lines, (line) => signatureOf(line))
  return [...bySignature.values()].sort((a, b) => b.length - a.length)[0] ?? null
}

function signatureOf({ before, time, clock, after }: TimedLine): string {
  const parts = time.enclosed === 'brackets' ? [] : before
  return [...parts, time, ...(clock ? [clock] : []), ...after]
    .map(({ before: text, key, enclosed }) => `${text}${key}${enclosed}`)
    .join('\n')
}

/** What stands in one place of all lines. */
interface Column {
  piece: Piece
  texts: readonly string[]
}

function formatOf(lines: readonly TimedLine[]): { format: string; unnamed: string[] } {
  const [first] = lines as [TimedLine]
  const after = first.after.map((piece, i) => ({
    piece,
    texts: lines.map((line) => line.after[i]!.text),
  }))
  const roles = rolesOf(after)
  const edge =
    after.some((column) => isOfNginx(column.piece.key)) || isLikeNginx(after) ? 'end' : 'start'
  const stamp = first.clock ? `${first.time.text} ${first.clock.text}` : first.time.text
  const parts = [
    leading(first),
    timeInText(stamp, edge)!,
    closing(first.clock ?? first.time),
    ...after.map((column, i) => written(column, roles[i]!, i)),
  ]
  return { format: parts.join(''), unnamed: unnamedOf(after, roles) }
}

/** Its combined format and, behind the user agent, seconds with three decimals, as an ingress of Kubernetes has. */
function isLikeNginx(after: readonly Column[]): boolean {
  const quoted = after.filter(({ piece }) => piece.enclosed === 'quotes').slice(0, 3)
  const agent = after.indexOf(quoted[2]!)
  return (
    quoted.length === 3 &&
    isRequest(quoted[0]!) &&
    after.slice(agent + 1).some(({ texts }) => everyText(texts, /^\d+\.\d{3}$/))
  )
}

/** What stands in front of a bracketed time may be of any number of pieces, such as forwarded hosts. */
function leading({ before, time }: TimedLine): string {
  if (before.length === 0) return opening(time)
  if (time.enclosed === 'brackets') return `%{before}x${opening(time)}`
  const fields = before.map((piece, i) => `${opening(piece)}%{before${i}}x${closing(piece)}`)
  return `${fields.join('')}${opening(time)}`
}

/** What stands before the content of a piece, with its key and its opening quote or bracket. */
function opening({ before }: Piece): string {
  return escaped(before)
}

function closing({ enclosed }: Piece): string {
  return enclosed === 'quotes' ? '"' : enclosed === 'brackets' ? ']' : ''
}

function escaped(literal: string): string {
  return literal.replaceAll('%', '%%')
}

type Role =
  | { is: 'request' | 'status' | 'bytes' | 'unnamed' | 'other' }
  /** A duration with its unit as Apache's argument of %T; `part` of a list of numbers. */
  | { is: 'duration'; unit: 's' | 'ms' | 'us' | 'any' }
  | { is: 'timers'; numbers: number }
  /** Whole seconds, and the same in a finer unit: `0/20125`, perhaps with something around it. */
  | { is: 'pair'; unit: 'ms' | 'us'; before: string; after: string }

const OTHER: Role = { is: 'other' }
const MOST_UNNAMED = 3

function rolesOf(columns: readonly Column[]): Role[] {
  const roles: Role[] = columns.map(() => OTHER)
  const give = (index: number, role: Role) => {
    if (index >= 0) roles[index] = role
  }
  give(columns.findIndex(isRequest), { is: 'request' })
  const status = columns.findIndex(isStatus)
  give(status, { is: 'status' })
  const isFree = (index: number) => roles[index] === OTHER
  give(
    columns.findIndex((column, i) => i === status + 1 && status >= 0 && isBytes(column)),
    { is: 'bytes' },
  )
  const known = knownDuration(columns, isFree)
  if (known) {
    give(known.index, known.role)
    return roles
  }
  const named = columns.findIndex(
    (column, i) => isFree(i) && WHOLE.test(column.piece.key) && isNumeric(column),
  )
  const unnamed = named >= 0 ? [named] : unnamedNumbers(columns, isFree)
  for (const index of unnamed.slice(0, MOST_UNNAMED)) give(index, { is: 'unnamed' })
  return roles
}

/** Numbers that may be the duration: bare ones, or else those in brackets and decimals in quotes. */
function unnamedNumbers(columns: readonly Column[], isFree: (index: number) => boolean): number[] {
  const numbers = [...columns.keys()].filter((i) => isFree(i) && isNumeric(columns[i]!))
  const moving = numbers.filter((i) => new Set(columns[i]!.texts).size > 1)
  const isBare = (i: number) => columns[i]!.piece.enclosed === 'nothing'
  const isLikeOne = (i: number) =>
    columns[i]!.piece.enclosed === 'brackets' || hasDecimals(columns[i]!)
  const ways = [moving.filter(isBare), moving.filter(isLikeOne), numbers.filter(isBare)]
  return ways.find((some) => some.length > 0) ?? []
}

function hasDecimals({ texts }: Column): boolean {
  return texts.some((text) => text.includes('.'))
}

/** Names of the whole time of a request, best first; then of the part that another server took. */
const WHOLE =
  /^(rt|request_?time|req_?time|duration|dur|took|elapsed|latency|time_?taken|resp(onse)?_?time|total_?time|rtime|service)(_?(?<unit>s|ms|us|sec|msec|usec))?$/i
const UPSTREAM = /^(urt|upstream_response_time)$/i
const NGINX = /^(rt|uct|uht|urt|request_time|upstream_\w+)$/i
const UNITS = new Map([
  ['s', 's'],
  ['sec', 's'],
  ['ms', 'ms'],
  ['msec', 'ms'],
  ['us', 'us'],
  ['usec', 'us'],
] as const)

function isOfNginx(key: string): boolean {
  return NGINX.test(key)
}

function knownDuration(
  columns: readonly Column[],
  isFree: (index: number) => boolean,
): { index: number; role: Role } | null {
  const find = (wanted: (column: Column) => Role | null) => {
    for (const [index, column] of columns.entries()) {
      const role = isFree(index) ? wanted(column) : null
      if (role) return { index, role }
    }
    return null
  }
  return (
    find((column) => (WHOLE.test(column.piece.key) ? namedDuration(column) : null)) ??
    find(({ texts }) =>
      texts.every((text) => secondsWithUnit(text) >= 0) ? { is: 'duration', unit: 'any' } : null,
    ) ??
    find(haproxyTimers) ??
    find(secondsAndFiner) ??
    find((column) => (UPSTREAM.test(column.piece.key) ? namedDuration(column) : null))
  )
}

/**
 * With decimals it is seconds, as nginx and others write it, unless that makes every request last for
 * seconds: Rails writes milliseconds. Whole numbers need their unit.
 */
function namedDuration(column: Column): Role | null {
  if (!isNumeric(column)) return null
  const { key } = column.piece
  const unit = UNITS.get(WHOLE.exec(key)?.groups?.unit?.toLowerCase() as 's')
  if (unit) return { is: 'duration', unit }
  if (!hasDecimals(column)) return null
  const isClear = isOfNginx(key) || areSeconds(numbersIn(column.texts))
  return isClear ? { is: 'duration', unit: 's' } : null
}

function numbersIn(texts: readonly string[]): number[] {
  return texts.map((text) => Number.parseFloat(text)).filter((number) => number >= 0)
}

const PAIR = /^(\D*)(\d+)\/(\d+)(\D*)$/

/** Apache's `%T/%D`, which its manual has long shown. */
function secondsAndFiner({ texts }: Column): Role | null {
  const pairs = texts.map((text) => PAIR.exec(text))
  const [first] = pairs
  if (!first) return null
  const [, before, , , after] = first as unknown as [string, string, string, string, string]
  const isAlike = pairs.every((pair) => pair && pair[1] === before && pair[4] === after)
  if (!isAlike) return null
  const fitting = PAIR_UNITS.filter(({ perSecond }) =>
    pairs.every((pair) => Math.floor(Number(pair![3]) / perSecond) === Number(pair![2])),
  )
  const loads = fitting.map(({ perSecond }) =>
    loadOf(
      pairs.map((pair) => Number(pair![3]) / perSecond),
      null,
    ),
  )
  const index = mostProbable(loads)
  return index === null ? null : { is: 'pair', unit: fitting[index]!.unit, before, after }
}

const PAIR_UNITS = [
  { unit: 'us', perSecond: 1e6 },
  { unit: 'ms', perSecond: 1e3 },
] as const

/** HAProxy's httplog: TR/Tw/Tc/Tr/Ta in milliseconds, the last of which is the whole. */
const TIMERS = /^-?\d+(\/-?\d+){3,4}\/\+?\d+$/

function haproxyTimers({ texts }: Column): Role | null {
  return everyText(texts, TIMERS) ? { is: 'timers', numbers: texts[0]!.split('/').length } : null
}

function isRequest({ texts }: Column): boolean {
  const all = texts.filter((text) => text !== '-' && text !== '')
  return all.length > texts.length / 2 && everyText(all, /^[A-Z]{3,} \S/)
}

function isStatus({ texts }: Column): boolean {
  return (
    everyText(texts, /^([1-5]\d\d|000|-1?)$/) &&
    texts.some((text) => /^(20[0-6]|30[1-8]|40\d)$/.test(text))
  )
}

function isBytes({ piece, texts }: Column): boolean {
  return piece.enclosed === 'nothing' && everyText(texts, /^(\d+|-)$/)
}

function isNumeric({ texts }: Column): boolean {
  return everyText(texts, NUMBERS) && texts.some((text) => text !== '-')
}

/** A number, or the times of several upstream servers. */
const NUMBERS = /^(\d+(\.\d+)?|-)((, | : )(\d+(\.\d+)?|-))*$/

function everyText(texts: readonly string[], pattern: RegExp): boolean {
  return texts.length > 0 && texts.every((text) => pattern.test(text))
}

function written(column: Column, role: Role, index: number): string {
  return `${opening(column.piece)}${directiveFor(role, index)}${closing(column.piece)}`
}

function directiveFor(role: Role, index: number): string {
  switch (role.is) {
    case 'request':
      return '%r'
    case 'status':
      return '%>s'
    case 'bytes':
      return '%b'
    case 'duration':
      return `%{${role.unit}}T`
    case 'timers':
      return `${Array.from({ length: role.numbers - 1 }, (_, i) => `%{t${i}}x/`).join('')}%{ms}T`
    case 'pair':
      return `${escaped(role.before)}%{whole}x/%{${role.unit}}T${escaped(role.after)}`
    case 'unnamed':
      return unnamedPlaceholder(index)
    default:
      return `%{field${index}}x`
  }
}

/** Replaced by the numbered ones once all are known. */
const unnamedPlaceholder = (index: number) => `%{number${index}}x`

function unnamedOf(columns: readonly Column[], roles: readonly Role[]): string[] {
  return roles.flatMap(({ is }, i) =>
    is === 'unnamed' ? [columns[i]!.texts.find((text) => text !== '-')!] : [],
  )
}

function parsedBy(
  format: string,
  unnamed: string[],
  lines: readonly NumberedLine[],
): GuessedFormat | null {
  let count = 0
  const numbered = format.replace(/%\{number\d+\}x/g, () => unnamedDirective(++count))
  const { parser } = compileFormat({ syntax: 'apache', format: numbered })
  const parsed = lines.filter(({ text }) => parser.parse(text, 0, text.length))
  return parsed.length > 0 ? { format: numbered, unnamed, parsed } : null
}
