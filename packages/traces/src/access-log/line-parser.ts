import { decimalOf } from '../reading/decimal.ts'
import type { Rejection } from '../reading/tally.ts'
import { LONGEST_DURATION_SECONDS } from '../reading/time-guard.ts'
import type { SetAside } from '../source-report.ts'
import type { Directive } from './directive.ts'
import type { ParsedLine, ShownField } from './parsed-line.ts'
import { setAsideAs } from './set-aside.ts'
import type { TimeReader } from './time-reader.ts'
import { secondsWithUnit } from './written-unit.ts'

/** Finds the end of the field that starts at `at`, or returns -1. */
export type Measure = (text: string, at: number, to: number) => number

export interface LineField {
  /** Literal text before the field. */
  before: string
  /** Literal text after the field. Null before another field or the end of the line. */
  stop: string | null
  /**
   * Finds the end of a field whose own form determines it. Null when the field ends before `stop`.
   */
  measure: Measure | null
  quoted: boolean
  directive: Directive
  /** Unused fields are only skipped. */
  used: boolean
  /** Index of the time reader's stamp that reads it; -1 for none. */
  stamp: number
}

/**
 * Parses line after line into its own properties. It creates no object and no string per line, so
 * tens of millions of lines cost no garbage collection.
 */
export class LineParser implements ParsedLine {
  startEpochSeconds = 0
  durationSeconds = Number.NaN
  status = 0
  bytes = -1
  isReused = false
  setAside: SetAside | null = null
  #hostFrom = 0
  #hostTo = 0
  /** 1-based column of the failure, set when `parse` returned false. */
  failedColumn = 0
  failedReason = ''
  failedExpected = ''
  /** Position of each field on the last line; filled up to the failing field. */
  readonly from: Int32Array
  readonly to: Int32Array
  readonly fields: readonly LineField[]
  /**
   * Next position of each field's stop text in `searched`. It may lie beyond the line; then it
   * remains valid for the lines up to there, so no piece of text is ever searched twice.
   */
  readonly #found: Int32Array
  #searched = ''
  #requestFrom = -1
  #requestTo = -1
  readonly #time: TimeReader
  readonly #endStamped: boolean
  readonly #trailing: string
  /**
   * Whether a field ends where its stop text was found. What follows it is that very text, so it
   * need not be compared again.
   */
  readonly #endsAtStop: readonly boolean[]

  constructor(fields: LineField[], time: TimeReader, endStamped: boolean) {
    this.fields = fields
    this.#time = time
    this.#endStamped = endStamped
    this.#trailing = fields.at(-1)?.stop ?? ''
    this.#endsAtStop = fields.map(({ stop, measure }) => stop !== null && measure === null)
    this.from = new Int32Array(fields.length)
    this.to = new Int32Array(fields.length)
    this.#found = new Int32Array(fields.length)
  }

  get host(): string {
    return this.#searched.slice(this.#hostFrom, this.#hostTo)
  }

  get isError(): boolean {
    return this.status >= 500
  }

  get rejection(): Rejection {
    return {
      reason: this.failedReason,
      expected: this.failedExpected,
      column: this.failedColumn,
    }
  }

  parse(text: string, from: number, to: number): boolean {
    this.durationSeconds = Number.NaN
    this.status = 0
    this.bytes = -1
    this.isReused = false
    this.#requestFrom = -1
    this.#hostTo = this.#hostFrom
    let at = from
    let isAtStop = false
    const { fields } = this
    if (text !== this.#searched || from === 0) {
      this.#searched = text
      this.#found.fill(-1)
    }
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!
      const { before } = field
      if (before !== '') {
        if (!isAtStop && (!text.startsWith(before, at) || at + before.length > to))
          return this.#fail(from, at, 'the line differs from the format', show(before))
        at += before.length
      }
      const end = this.#endOf(i, text, at, to)
      if (end < 0)
        return this.#fail(
          from,
          at,
          `the field ${field.directive.name} has no end`,
          show(field.stop!),
        )
      this.from[i] = at
      this.to[i] = end
      if (field.used && !this.#read(field, text, at, end)) {
        this.failedColumn = at - from + 1
        return false
      }
      at = end
      isAtStop = this.#endsAtStop[i]!
    }
    if (at + this.#trailing.length !== to || !(isAtStop || text.startsWith(this.#trailing, at)))
      return this.#fail(from, at, 'the line continues where the format ends', 'the end of the line')
    this.setAside = setAsideAs(this.status, text, this.#requestFrom, this.#requestTo)
    return this.#finish()
  }

  shown(): ShownField[] {
    return this.fields.map(({ directive: { name, role }, used }, i) => ({
      name,
      text: this.#searched.slice(this.from[i], this.to[i]),
      role: used && role !== 'other' ? role : null,
    }))
  }

  #finish(): boolean {
    const stamp = this.#time.epochSeconds()
    const duration = this.durationSeconds
    this.startEpochSeconds = this.#endStamped && duration >= 0 ? stamp - duration : stamp
    return true
  }

  /** The end of the field that starts at `at`, or -1. */
  #endOf(i: number, text: string, at: number, to: number): number {
    const { stop, measure, quoted } = this.fields[i]!
    if (measure) return measure(text, at, to)
    if (stop === null) return to
    let end = this.#found[i]!
    while (end < text.length && (end < at || (quoted && isEscaped(text, at, end)))) {
      end = text.indexOf(stop, Math.max(at, end + 1))
      if (end < 0) end = text.length
      this.#found[i] = end
    }
    return end + stop.length <= to ? end : -1
  }

  #read(field: LineField, text: string, from: number, to: number): boolean {
    switch (field.directive.role) {
      case 'time':
        if (this.#time.stamps[field.stamp]!(text, from, to)) return true
        return this.#because('not a time in the declared format', field.directive.name)
      case 'duration':
        return this.#readDuration(text, from, to, field)
      case 'status':
        return this.#readStatus(text, from, to)
      case 'bytes':
        return this.#readBytes(text, from, to)
      case 'reuse':
        // Servers write "-" for a request that never reached a handler.
        this.isReused = decimalOf(text, from, to) > field.directive.first
        return true
      case 'request':
        this.#requestFrom = from
        this.#requestTo = to
        return true
      default:
        this.#hostFrom = from
        this.#hostTo = to
        return true
    }
  }

  #readDuration(text: string, from: number, to: number, field: LineField): boolean {
    const { directive } = field
    if (directive.role !== 'duration' || isDash(text, from, to)) return true
    const { unitsPerSecond, list } = directive
    let seconds =
      unitsPerSecond === null
        ? secondsWithUnit(text.slice(from, to))
        : decimalOf(text, from, to) / unitsPerSecond
    if (list && Number.isNaN(seconds)) seconds = sumOf(text.slice(from, to)) / unitsPerSecond!
    if (!Number.isFinite(seconds)) {
      // A list of dashes only means that no upstream answered.
      if (directive.list && /^[-\s,:]+$/.test(text.slice(from, to))) return true
      return this.#because('the duration is not a number', `${directive.name}: digits`)
    }
    if (seconds < 0) return this.#because('the duration is negative', `${directive.name} >= 0`)
    if (seconds > LONGEST_DURATION_SECONDS)
      return this.#because('the duration is longer than a day', `${directive.name} in its unit`)
    this.durationSeconds = seconds
    return true
  }

  #readStatus(text: string, from: number, to: number): boolean {
    if (isDash(text, from, to)) return true
    const value = decimalOf(text, from, to)
    // HAProxy and nginx write so where no answer was sent.
    if (value === -1 || value === 0) return true
    if (to - from !== 3 || !Number.isInteger(value) || value < 0)
      return this.#because('the status is not an HTTP status', 'three digits or -')
    this.status = value
    return true
  }

  #readBytes(text: string, from: number, to: number): boolean {
    this.bytes = isDash(text, from, to) ? 0 : decimalOf(text, from, to)
    if (Number.isInteger(this.bytes) && this.bytes >= 0) return true
    return this.#because('the size is not a number', 'bytes or -')
  }

  #fail(from: number, at: number, reason: string, expected: string): boolean {
    this.failedColumn = at - from + 1
    return this.#because(reason, expected)
  }

  #because(reason: string, expected: string): boolean {
    this.failedReason = reason
    this.failedExpected = expected
    return false
  }
}

/** Servers escape a quote inside a quoted field as \\" (Apache) or \\x22 (nginx). */
function isEscaped(text: string, from: number, quote: number): boolean {
  let backslashes = 0
  while (quote - backslashes > from && text.charCodeAt(quote - backslashes - 1) === 92)
    backslashes++
  return backslashes % 2 === 1
}

function isDash(text: string, from: number, to: number): boolean {
  return to - from === 1 && text.charCodeAt(from) === 45
}

/** Sums a list such as nginx's "0.010, 0.200 : 0.005"; servers that gave no answer are '-'. */
function sumOf(list: string): number {
  let sum = Number.NaN
  for (const part of list.split(/[,:]/)) {
    const text = part.trim()
    if (text === '-') continue
    const value = decimalOf(text, 0, text.length)
    if (Number.isNaN(value)) return Number.NaN
    sum = (Number.isNaN(sum) ? 0 : sum) + value
  }
  return sum
}

function show(literal: string): string {
  return `the text ${JSON.stringify(literal)}`
}
