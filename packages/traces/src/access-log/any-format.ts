import { DelegatingParser } from './delegating-parser.ts'
import type { ParsedLine } from './parsed-line.ts'

/**
 * A log whose format changed while it was written, or into which several servers write. The format of
 * the last line is tried first.
 */
export class AnyFormat extends DelegatingParser {
  protected current: ParsedLine
  readonly #parsers: readonly ParsedLine[]

  constructor(parsers: readonly ParsedLine[]) {
    super()
    this.#parsers = parsers
    this.current = parsers[0]!
  }

  parse(text: string, from: number, to: number): boolean {
    if (this.current.parse(text, from, to)) return true
    for (const parser of this.#parsers) {
      if (parser === this.current || !parser.parse(text, from, to)) continue
      this.current = parser
      return true
    }
    return false
  }
}
