import type { FieldRole } from '../detect/detection.ts'
import type { Rejection } from '../reading/tally.ts'
import type { SetAside } from '../source-report.ts'

/** `#`, with which no request begins, but the head of a W3C log does. */
export const COMMENT = 35

export interface ShownField {
  name: string
  text: string
  /** Null for what is not used. */
  role: FieldRole | null
}

/**
 * What a parser found on its last line. It parses line after line into its own properties: tens of
 * millions of lines are not to cost an object each.
 */
export interface ParsedLine {
  readonly startEpochSeconds: number
  /** NaN when not logged. */
  readonly durationSeconds: number
  /** 0 when not logged. */
  readonly status: number
  /** -1 when not logged. */
  readonly bytes: number
  /** Whether the connection was used before; false when that is not logged. */
  readonly isReused: boolean
  /** A server's error: status 5xx. */
  readonly isError: boolean
  /** What the line is if it is no request. */
  readonly setAside: SetAside | null
  /** The virtual host as logged; empty when it is not. */
  readonly host: string
  /** Why the last line was not parsed. */
  readonly rejection: Rejection

  /** The fields of the last line, to be shown. */
  shown(): ShownField[]
  /** Takes notice of a line that begins with `#`. */
  comment?(line: string): void
  /** Parses text[from, to) as one line. False when it does not match. */
  parse(text: string, from: number, to: number): boolean
}
