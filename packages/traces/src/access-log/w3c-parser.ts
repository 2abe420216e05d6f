import { compileFormat } from './compile-format.ts'
import { DelegatingParser } from './delegating-parser.ts'
import type { ParsedLine } from './parsed-line.ts'

/** The unit of `time-taken`, which the standard leaves open: IIS writes milliseconds. */
export type TimeTaken = 's' | 'ms' | 'us' | 'none'

const FIELDS = /^#Fields:\s*/

/** The names of the columns; null for any other line. */
export function w3cFields(line: string): string[] | null {
  return FIELDS.test(line) ? line.replace(FIELDS, '').trim().split(/\s+/) : null
}

/**
 * Reads the Extended Log File Format of the W3C. Its `#Fields:` names the columns, and may change in
 * the middle of a file. Its times are UTC, and of the end of a request.
 */
export class W3cParser extends DelegatingParser {
  #fields: readonly string[]
  #separator: ' ' | '\t'
  protected current: ParsedLine
  readonly #timeTaken: TimeTaken

  constructor(fields: readonly string[], timeTaken: TimeTaken) {
    super()
    this.#fields = fields
    this.#timeTaken = timeTaken
    this.#separator = ' '
    this.current = this.#compiled()
  }

  /** A line that begins with `#`. */
  comment(line: string): void {
    const fields = w3cFields(line)
    if (!fields) return
    this.#fields = fields
    this.current = this.#compiled()
  }

  parse(text: string, from: number, to: number): boolean {
    const tab = text.indexOf('\t', from)
    const separator = tab >= 0 && tab < to ? '\t' : ' '
    if (separator !== this.#separator) {
      this.#separator = separator
      this.current = this.#compiled()
    }
    return this.current.parse(text, from, to)
  }

  #compiled(): ParsedLine {
    const format = w3cFormat(this.#fields, this.#timeTaken, this.#separator)
    return compileFormat({ syntax: 'apache', format, timeZone: 'UTC' }).parser
  }
}

/** The columns as a LogFormat. */
function w3cFormat(fields: readonly string[], timeTaken: TimeTaken, separator: ' ' | '\t'): string {
  return fields.map((field, i) => directiveOf(field, i, timeTaken)).join(separator)
}

function directiveOf(field: string, index: number, timeTaken: TimeTaken): string {
  switch (field.toLowerCase()) {
    case 'date':
      return '%{end:%Y-%m-%d}t'
    case 'time':
      return '%{end:%H:%M:%S}t'
    case 'time-taken':
      return timeTaken === 'none' ? `%{${field}}x` : `%{${timeTaken}}T`
    case 'sc-status':
      return '%>s'
    case 'sc-bytes':
      return '%b'
    case 'cs-host':
    case 'cs(host)':
      return '%v'
    default:
      return `%{${index}}x`
  }
}
