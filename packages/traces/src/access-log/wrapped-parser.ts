import { type JsonPath, jsonObjectOf, textAt } from '../reading/json-object.ts'
import { DelegatingParser } from './delegating-parser.ts'
import type { ParsedLine } from './parsed-line.ts'

/** Reads lines that stand as a value in JSON lines, as Docker and others keep what containers write. */
export class WrappedParser extends DelegatingParser {
  protected readonly current: ParsedLine
  readonly #path: JsonPath

  constructor(path: JsonPath, inner: ParsedLine) {
    super()
    this.current = inner
    this.#path = path
  }

  parse(text: string, from: number, to: number): boolean {
    const object = jsonObjectOf(text.slice(from, to))
    const line = object ? textAt(object, this.#path).replace(/\r?\n$/, '') : ''
    // Bytes of Latin-1, as the parsers of lines expect them.
    const bytes = Buffer.from(line, 'utf8').toString('latin1')
    return this.current.parse(bytes, 0, bytes.length)
  }
}
