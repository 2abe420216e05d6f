import type { NumberedLine } from '../detect/head-lines.ts'
import { areSeconds } from '../detect/likely-load.ts'
import { type JsonPath, jsonObjectOf, textAt } from '../reading/json-object.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { guessFormat } from './guess-format.ts'
import { inferFormat } from './infer-format.ts'
import type { JsonFields, JsonFormat, JsonTimeForm } from './json-fields.ts'
import { jsonResolution } from './json-line-parser.ts'
import { timeInText } from './time-in-text.ts'
import { secondsWithUnit } from './written-unit.ts'

/** What JSON lines hold. `duration` is a value whose unit is not known. */
interface JsonGuess {
  json: JsonFormat
  duration: { path: JsonPath; text: string } | null
}

const DEEPEST = 3
const LEAST_ALIKE = 3
/** Names by what they mean, best first. They are compared without case and separators. */
const TIMES = [
  'time',
  'ts',
  'timestamp',
  '@timestamp',
  'startutc',
  'starttime',
  'timeiso8601',
  'timelocal',
  'msec',
  'date',
  'datetime',
  't',
  'startlocal',
  'requesttimestamp',
]
const DURATIONS = [
  'requesttime',
  'duration',
  'responsetime',
  'durationms',
  'durationus',
  'durations',
  'latency',
  'latencyhuman',
  'elapsed',
  'took',
  'timetaken',
  'd',
  'dur',
  'rt',
  'responsetimems',
  'latencyms',
  'elapsedms',
  'totaltime',
  'requesttimems',
  'servicetime',
  'upstreamresponsetime',
  'originduration',
]
const STATUSES = [
  'status',
  'statuscode',
  'responsecode',
  'responsestatus',
  'downstreamstatus',
  'code',
  'httpstatus',
  'scstatus',
  's',
]
const SIZES = [
  'bodybytessent',
  'bytessent',
  'bytes',
  'size',
  'respbytes',
  'downstreamcontentsize',
  'contentlength',
  'responsesize',
  'b',
  'length',
]
const HOSTS = ['host', 'vhost', 'servername', 'requesthost', 'httphost', 'requestaddr', 'authority']
const REQUESTS = ['request', 'requestline', 'r', 'method', 'requestmethod', 'verb']
/** Caddy, nginx and others write a line when the request has ended. */
const ENDED = /^(ts|msec|timeiso8601|timelocal)$/

/** Null where the lines are no requests. */
export function guessJson(lines: readonly NumberedLine[]): JsonGuess | null {
  const all = lines.map(({ text }) => jsonObjectOf(writtenIn(text))).filter((each) => each !== null)
  if (all.length === 0 || all.length < lines.length / 2) return null
  const objects = mostAlike(all)
  return wrappedIn(objects) ?? fieldsIn(objects)
}

/** Those with the same names, of which there are most: two servers may write into one file. */
function mostAlike(all: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const byNames = Map.groupBy(all, (object) => Object.keys(object).sort().join())
  const groups = [...byNames.values()].sort((one, other) => other.length - one.length)
  const [largest] = groups as [Record<string, unknown>[]]
  // Where each line has other names, as where empty values are left out, all of them tell.
  return largest.length >= LEAST_ALIKE ? largest : [...all]
}

/** Docker's json-file driver, and what ships the lines of others. */
function wrappedIn(objects: readonly Record<string, unknown>[]): JsonGuess | null {
  for (const name of ['log', 'message', 'msg', 'MESSAGE', 'line']) {
    const inner = objects.flatMap((object, i) => {
      const text = textAt(object, [name]).trimEnd()
      return text === ''
        ? []
        : [{ text: Buffer.from(text, 'utf8').toString('latin1'), line: i + 1 }]
    })
    if (inner.length < objects.length / 2) continue
    const guess = guessFormat(inner) ?? inferFormat(inner)
    if (!guess || guess.parsed.length < inner.length / 2) continue
    return { json: { line: [name], format: guess.format }, duration: null }
  }
  return null
}

function fieldsIn(objects: readonly Record<string, unknown>[]): JsonGuess | null {
  const paths = pathsIn(objects)
  const find = (names: readonly string[], fits: (texts: string[]) => boolean) =>
    names
      .flatMap((name) => paths.filter((path) => nameOf(path) === name))
      .find((path) => fits(textsAt(objects, path)))
  const time = find(TIMES, (texts) => timeFormOf(texts) !== null)
  const status = find(STATUSES, (texts) => texts.every((text) => /^([1-5]\d\d|0|-)$/.test(text)))
  const request = find(REQUESTS, (texts) => texts.every((text) => /^([A-Z]{3,}\b|-|$)/.test(text)))
  if (!time || (!status && !request)) return null
  const form = timeFormOf(textsAt(objects, time))!
  const duration =
    // One that says its unit, such as `latency_human`, leaves nothing to ask.
    find(DURATIONS, (texts) => texts.some((text) => secondsWithUnit(text) >= 0)) ??
    find(DURATIONS, (texts) => texts.some((text) => isDuration(text)))
  const bytes = find(SIZES, (texts) => texts.every((text) => /^(\d+|-)$/.test(text)))
  const host = find(HOSTS, (texts) => texts.every((text) => /^[\w.:[\]-]*$/.test(text)))
  const [first] = textsAt(objects, time) as [string]
  const texts = duration ? textsAt(objects, duration) : []
  const unit = duration && unitOf(nameOf(duration), texts)
  const isEnded = ENDED.test(nameOf(time)) || (duration && nameOf(duration) === 'requesttime')
  const json: JsonFields = {
    time: {
      path: time,
      form,
      edge: isEnded ? 'end' : 'start',
      hasOffset: form !== 'date' || /(Z|[+-]\d\d:?\d\d)$/.test(first),
    },
    resolution: jsonResolution(first, form),
    ...(duration && unit !== undefined
      ? { duration: { path: duration, unitsPerSecond: unit } }
      : {}),
    ...(status ? { status } : {}),
    ...(bytes ? { bytes } : {}),
    ...(host ? { host } : {}),
    ...(request ? { request } : {}),
  }
  const open = duration && unit === undefined
  return { json, duration: open ? { path: duration, text: texts.find(isDuration)! } : null }
}

/** The names and numbers that are in most objects. */
function pathsIn(objects: readonly Record<string, unknown>[]): JsonPath[] {
  const counts = new Map<string, { path: JsonPath; count: number }>()
  const walk = (value: Record<string, unknown>, above: JsonPath) => {
    for (const [name, inner] of Object.entries(value)) {
      const path = [...above, name]
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
        if (path.length < DEEPEST) walk(inner as Record<string, unknown>, path)
        continue
      }
      const key = JSON.stringify(path)
      const known = counts.get(key) ?? { path, count: 0 }
      known.count++
      counts.set(key, known)
    }
  }
  for (const object of objects) walk(object, [])
  return [...counts.values()]
    .filter(({ count }) => count > objects.length / 2)
    .map(({ path }) => path)
}

/** `request_time`, `RequestTime` and `request-time` are one name. */
function nameOf(path: JsonPath): string {
  return path
    .at(-1)!
    .toLowerCase()
    .replace(/[_\-. ]/g, '')
}

function textsAt(objects: readonly Record<string, unknown>[], path: JsonPath): string[] {
  return objects.map((object) => textAt(object, path)).filter((text) => text !== '')
}

function isDuration(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text) || secondsWithUnit(text) >= 0
}

/** Numbers since the epoch are told apart by their size: they are of this century. */
function timeFormOf(texts: readonly string[]): JsonTimeForm | null {
  const [text] = texts
  if (text === undefined) return null
  if (/^[12]\d{9}(\.\d+)?$/.test(text)) return 's'
  if (/^[12]\d{12}(\.\d+)?$/.test(text)) return 'ms'
  if (/^[12]\d{15}$/.test(text)) return 'us'
  if (/^[12]\d{18}$/.test(text)) return 'ns'
  if (/^\d\d\/[A-Z][a-z]{2}\/\d{4}:/.test(text)) return timeInText(text, 'start') ? 'clf' : null
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) ? 'date' : null
}

/** Units per second; null where each value says its unit; undefined where nothing tells it. */
function unitOf(name: string, texts: readonly string[]): number | null | undefined {
  if (texts.some((text) => secondsWithUnit(text) >= 0)) return null
  if (/ms$/.test(name)) return 1e3
  if (/us$/.test(name)) return 1e6
  if (!texts.some((text) => text.includes('.'))) return undefined
  // nginx, Caddy and others write seconds with decimals; Rails milliseconds.
  const numbers = texts.map((text) => Number.parseFloat(text)).filter((number) => number >= 0)
  return name === 'requesttime' || areSeconds(numbers) ? 1 : undefined
}
