import type { TimeResolution } from '../observation.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { TimeDirective } from './directive.ts'
import { type CivilTime, newCivilTime, TimeFormat } from './strftime.ts'

type Stamp = (text: string, from: number, to: number) => boolean

/**
 * Combines the time directives of a line into one time, for example `%{%d/%b/%Y %T}t.%{msec_frac}t
 * %{%z}t`. A directive with the same text as on the last line is not parsed again: most lines share
 * their second with the one before.
 */
export class TimeReader {
  readonly resolution: TimeResolution
  /**
   * Whether the text contains its offset from UTC (or is an epoch), so that no zone has to be
   * declared.
   */
  readonly hasOffset: boolean
  readonly stamps: Stamp[]
  readonly #zone: TimeZone | null
  readonly #civil: CivilTime = newCivilTime()
  #fraction = 0
  #changed = true
  #wholeSeconds = 0

  constructor(directives: TimeDirective[], timeZone: string | undefined) {
    this.resolution = resolutionOf(directives)
    this.stamps = directives.map((directive) => this.#stampOf(directive))
    this.hasOffset = directives.some(({ form }) => {
      if (form.kind === 'epoch') return true
      if (form.kind === 'fraction') return false
      const { conversions } = new TimeFormat(form.format)
      return ['z', 'Z', 's'].some((conversion) => conversions.has(conversion))
    })
    this.#zone = this.hasOffset || !timeZone ? null : new TimeZone(timeZone)
  }

  /** Seconds since the epoch, after all stamps of the line; NaN for a date that does not exist. */
  epochSeconds(): number {
    if (this.#changed) {
      this.#wholeSeconds = this.#resolve()
      this.#changed = false
    }
    return this.#wholeSeconds + this.#fraction
  }

  #resolve(): number {
    const civil = this.#civil
    if (civil.epochSeconds !== null) return civil.epochSeconds
    const hour = civil.pm ? civil.hour + 12 : civil.hour
    const { year, month, day, minute, second } = civil
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    // Date.UTC turns 31 June into 1 July, which a log never means.
    if (date.getUTCDate() !== day && second < 60) return Number.NaN
    const wall = date.getTime() / 1000
    if (civil.offsetSeconds !== null) return wall - civil.offsetSeconds
    return this.#zone ? this.#zone.toEpoch(wall) : wall
  }

  #stampOf({ form }: TimeDirective): Stamp {
    if (form.kind === 'fraction')
      return (text, from, to) => {
        if (to - from !== form.digits) return false
        this.#fraction = digitsOf(text, from, to) / 10 ** form.digits
        return this.#fraction >= 0
      }
    if (form.kind === 'epoch') return this.#epochStamp(form.perSecond, form.decimals)
    const format = new TimeFormat(form.format)
    return this.#cached((text, from, to) => format.read(text, from, to, this.#civil) === to)
  }

  #epochStamp(perSecond: number, decimals: boolean): Stamp {
    return (text, from, to) => {
      const point = decimals ? text.indexOf('.', from) : -1
      const whole = point >= 0 && point < to ? point : to
      const value = digitsOf(text, from, whole)
      if (!(value >= 0) || value > Number.MAX_SAFE_INTEGER) return false
      const seconds = Math.floor(value / perSecond)
      this.#fraction = (value - seconds * perSecond) / perSecond
      if (whole < to) this.#fraction = digitsOf(text, whole + 1, to) / 10 ** (to - whole - 1)
      if (!(this.#fraction >= 0)) return false
      if (seconds !== this.#civil.epochSeconds) {
        this.#civil.epochSeconds = seconds
        this.#changed = true
      }
      return true
    }
  }

  #cached(parse: Stamp): Stamp {
    let last = ''
    return (text, from, to) => {
      if (to - from === last.length && text.startsWith(last, from)) return true
      last = ''
      this.#changed = true
      if (!parse(text, from, to)) return false
      last = text.slice(from, to)
      return true
    }
  }
}

/** Parses digits only; NaN otherwise. */
function digitsOf(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return from < to ? value : Number.NaN
}

function resolutionOf(directives: TimeDirective[]): TimeResolution {
  let perSecond = 1
  for (const { form } of directives) {
    if (form.kind === 'fraction') perSecond = Math.max(perSecond, 10 ** form.digits)
    if (form.kind === 'epoch') perSecond = Math.max(perSecond, form.decimals ? 1e3 : form.perSecond)
  }
  if (perSecond === 1) return 'second'
  return perSecond === 1e3 ? 'millisecond' : 'microsecond'
}
