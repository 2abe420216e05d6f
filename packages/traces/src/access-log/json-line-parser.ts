import type { TimeResolution } from '../observation.ts'
import { decimalOf } from '../reading/decimal.ts'
import { type JsonPath, jsonObjectOf, textAt } from '../reading/json-object.ts'
import { writtenIn } from '../reading/plain-text.ts'
import type { Rejection } from '../reading/tally.ts'
import { LONGEST_DURATION_SECONDS } from '../reading/time-guard.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { SetAside } from '../source-report.ts'
import type { JsonFields } from './json-fields.ts'
import type { ParsedLine, ShownField } from './parsed-line.ts'
import { setAsideAs } from './set-aside.ts'
import { newCivilTime, TimeFormat } from './strftime.ts'
import { secondsWithUnit } from './written-unit.ts'

const UNITS_PER_SECOND = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 } as const
const CLF = new TimeFormat('%d/%b/%Y:%H:%M:%S %z')

/** Reads lines that are JSON objects, one request each. */
export class JsonLineParser implements ParsedLine {
  startEpochSeconds = 0
  durationSeconds = Number.NaN
  status = 0
  bytes = -1
  readonly isReused = false
  setAside: SetAside | null = null
  host = ''
  rejection: Rejection = NOT_JSON
  #object: Record<string, unknown> = {}
  readonly #fields: JsonFields
  readonly #zone: TimeZone | null

  constructor(fields: JsonFields, timeZone: string | undefined) {
    this.#fields = fields
    this.#zone = timeZone ? new TimeZone(timeZone) : null
  }

  get isError(): boolean {
    return this.status >= 500
  }

  parse(text: string, from: number, to: number): boolean {
    const object = jsonObjectOf(writtenIn(text.slice(from, to)))
    if (!object) return this.#reject(NOT_JSON)
    this.#object = object
    const { time, duration, status, bytes, host, request } = this.#fields
    const at = this.#timeOf(textAt(object, time.path))
    if (Number.isNaN(at)) return this.#reject(wrong(time.path, 'not a time'))
    this.durationSeconds = Number.NaN
    const took = textAt(object, duration?.path)
    if (duration && took !== '' && took !== '-') {
      const seconds =
        duration.unitsPerSecond === null
          ? secondsWithUnit(took)
          : decimalOf(took, 0, took.length) / duration.unitsPerSecond
      if (!(seconds >= 0 && seconds <= LONGEST_DURATION_SECONDS))
        return this.#reject(wrong(duration.path, 'not a duration of up to a day'))
      this.durationSeconds = seconds
    }
    this.status = Number(textAt(object, status)) || 0
    const size = textAt(object, bytes)
    this.bytes = size === '' ? -1 : Number(size) || 0
    this.host = textAt(object, host)
    const asked = textAt(object, request)
    this.setAside = setAsideAs(this.status, asked, asked === '' ? -1 : 0, asked.length)
    this.startEpochSeconds =
      time.edge === 'end' && this.durationSeconds >= 0 ? at - this.durationSeconds : at
    return true
  }

  shown(): ShownField[] {
    const { time, duration, status, bytes, host, request } = this.#fields
    const field = (role: ShownField['role'], path: JsonPath | undefined) =>
      path ? [{ name: path.join('.'), text: textAt(this.#object, path), role }] : []
    return [
      ...field('time', time.path),
      ...field('request', request),
      ...field('status', status),
      ...field('bytes', bytes),
      ...field('duration', duration?.path),
      ...field('vhost', host),
    ]
  }

  #timeOf(text: string): number {
    const { form } = this.#fields.time
    if (form === 'clf') {
      const civil = newCivilTime()
      if (CLF.read(text, 0, text.length, civil) !== text.length) return Number.NaN
      const { year, month, day, hour, minute, second, offsetSeconds } = civil
      return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - (offsetSeconds ?? 0)
    }
    if (form !== 'date') return text === '' ? Number.NaN : Number(text) / UNITS_PER_SECOND[form]
    const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(text)
    const wall = Date.parse(hasOffset ? text : `${text}Z`) / 1000
    return hasOffset || !this.#zone ? wall : this.#zone.toEpoch(wall)
  }

  #reject(rejection: Rejection): boolean {
    this.rejection = rejection
    return false
  }
}

const NOT_JSON: Rejection = { reason: 'not a JSON object', expected: 'one object a line' }

function wrong(path: readonly string[], reason: string): Rejection {
  return {
    reason: `${path.join('.')} is ${reason}`,
    expected: `${path.join('.')} as on other lines`,
  }
}

/** How finely the first stamp is written. */
export function jsonResolution(text: string, form: JsonFields['time']['form']): TimeResolution {
  if (form === 'clf') return 'second'
  if (form === 'ms') return 'millisecond'
  if (form === 'us' || form === 'ns') return 'microsecond'
  const digits = /[.,](\d+)/.exec(text)?.[1]?.length ?? 0
  return digits === 0 ? 'second' : digits <= 3 ? 'millisecond' : 'microsecond'
}
