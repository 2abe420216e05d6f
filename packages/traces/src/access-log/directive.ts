export interface TimeDirective {
  role: 'time'
  name: string
  /** Apache stamps the start unless configured otherwise, nginx the end of the request. */
  edge: 'start' | 'end'
  form:
    | { kind: 'strftime'; format: string }
    /** Whole seconds, milliseconds or microseconds since the epoch; nginx's $msec has decimals. */
    | { kind: 'epoch'; perSecond: 1 | 1e3 | 1e6; decimals: boolean }
    /** The fraction of the second, zero-padded to this many digits. */
    | { kind: 'fraction'; digits: 3 | 6 | 9 }
}

export interface DurationDirective {
  role: 'duration'
  name: string
  /** Null where each duration is written with its unit. */
  unitsPerSecond: number | null
  /**
   * nginx's upstream times have the form 'a, b : c', with one entry per server tried; their sum is
   * how long the client waited.
   */
  list: boolean
}

/** Whether a request came on a connection that others had used before it. */
interface ReuseDirective {
  role: 'reuse'
  name: string
  /** The number of the first request on a connection; later ones have higher numbers. */
  first: 0 | 1
}

interface PlainDirective {
  role: 'status' | 'bytes' | 'vhost' | 'request' | 'other'
  name: string
}

export type Directive = TimeDirective | DurationDirective | ReuseDirective | PlainDirective

/** A format in pieces: literal text and directives alternate. */
export type FormatToken = { literal: string } | Directive

export function isLiteral(token: FormatToken): token is { literal: string } {
  return 'literal' in token
}
