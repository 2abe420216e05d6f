export interface TimeDirective {
  role: 'time'
  name: string
  /** Apache stamps the start unless told otherwise, nginx the end of the request. */
  edge: 'start' | 'end'
  form:
    | { kind: 'strftime'; format: string }
    /** Whole seconds, milliseconds or microseconds since the epoch; nginx $msec has decimals. */
    | { kind: 'epoch'; perSecond: 1 | 1e3 | 1e6; decimals: boolean }
    /** The part of the second, zero-padded to this many digits. */
    | { kind: 'fraction'; digits: 3 | 6 }
}

export interface DurationDirective {
  role: 'duration'
  name: string
  unitsPerSecond: number
  /** nginx upstream times: 'a, b : c', one per server tried; their sum is what the client waited. */
  list: boolean
}

export interface PlainDirective {
  role: 'status' | 'bytes' | 'vhost' | 'other'
  name: string
}

export type Directive = TimeDirective | DurationDirective | PlainDirective

/** A format in pieces: literal text and directives in turn. */
export type FormatToken = { literal: string } | Directive

export function isLiteral(token: FormatToken): token is { literal: string } {
  return 'literal' in token
}
