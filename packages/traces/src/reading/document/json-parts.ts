import { writtenIn } from '../plain-text.ts'
import { DEEPEST, DocumentError, LONGEST_TOKEN, MOST_VALUES } from './document-error.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The value itself where it is an object, and one without members where it is anything else. */
export function objectOf(value: Json): { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

interface Open {
  isList: boolean
  /** Where it stands: names and `*` for places in lists, with dots between them. */
  path: string
  /** The name that the next value of an object has. */
  name: string | null
  /** What it is gathered into, where it is a part or within one. */
  value: Json[] | { [name: string]: Json } | null
}

const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|"((?:[^"\\]|\\[\s\S])*)"|([-+\w.]+))/y
const BLANK = /^[ \t\r\n]*$/

/**
 * Goes through a JSON document of any length, piece by piece, and gives those of its parts that are
 * asked for. It keeps no more than one part, and is lenient with commas: what matters are the values.
 */
export class JsonParts {
  readonly #wanted: ReadonlySet<string>
  readonly #take: (path: string, value: Json) => void
  readonly #inPieces: Set<string>
  readonly #open: Open[] = []
  #carry = ''
  #values = 0
  #hasEnded = false

  /**
   * @param wanted paths such as `sysstat.hosts.*.statistics.*`
   * @param inPieces those of which a beginning is better than nothing, where the document breaks off
   *   before the first one is whole: a look at a large document sees no more
   */
  constructor(
    wanted: readonly string[],
    take: (path: string, value: Json) => void,
    inPieces: readonly string[] = [],
  ) {
    this.#wanted = new Set(wanted)
    this.#take = take
    this.#inPieces = new Set(inPieces)
  }

  /** Whether the document is whole. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @throws DocumentError for what is no JSON, or larger than any trace */
  push(latin1: string): void {
    const text = this.#carry + latin1
    let at = 0
    for (;;) {
      TOKEN.lastIndex = at
      const match = TOKEN.exec(text)
      // A number at the end may go on in the next piece.
      if (!match || (match[3] !== undefined && TOKEN.lastIndex === text.length)) break
      at = TOKEN.lastIndex
      const [, sign, string, word] = match
      if (sign !== undefined) this.#sign(sign)
      else
        this.#scalar(string === undefined ? wordOf(word!) : stringOf(string), string !== undefined)
    }
    this.#carry = text.slice(at)
    if (BLANK.test(this.#carry.slice(0, 64)) && BLANK.test(this.#carry)) this.#carry = ''
    else if (this.#carry.length > LONGEST_TOKEN)
      throw new DocumentError('a text in it has no end', 'JSON with short texts')
    else if (/^[ \t\r\n]*[^"\w.+\- \t\r\n]/.test(this.#carry)) throw notJson()
  }

  /** Call where nothing follows. */
  breakOff(): void {
    const part = this.#open.find(({ value }) => value !== null)
    if (part?.value && this.#inPieces.has(part.path)) this.#give(part.path, part.value)
  }

  #sign(sign: string): void {
    const top = this.#open.at(-1)
    if (sign === '{' || sign === '[') {
      this.#begin(sign === '[', top)
      return
    }
    if (sign === '}' || sign === ']') {
      if (!top || top.isList !== (sign === ']')) throw notJson()
      this.#open.pop()
      if (this.#open.length === 0) this.#hasEnded = true
      // A part is complete once nothing around it is gathered.
      if (top.value && !this.#open.at(-1)?.value) this.#give(top.path, top.value)
    }
  }

  #begin(isList: boolean, top: Open | undefined): void {
    // Several documents may stand in one file, one after the other.
    this.#hasEnded = false
    if (this.#open.length >= DEEPEST)
      throw new DocumentError(
        `it is nested more than ${DEEPEST} deep`,
        'JSON as its tool writes it',
      )
    const path = this.#pathOf(top)
    const isKept = top?.value || this.#wanted.has(path)
    const value = isKept ? (isList ? [] : (Object.create(null) as { [name: string]: Json })) : null
    if (top?.value && value) this.#put(top, value)
    if (top) top.name = null
    this.#open.push({ isList, path, name: null, value })
  }

  #scalar(value: Json, isString: boolean): void {
    const top = this.#open.at(-1)
    if (!top) throw notJson()
    if (!top.isList && top.name === null) {
      if (!isString) throw notJson()
      top.name = value as string
      return
    }
    if (top.value) this.#put(top, value)
    else {
      const path = this.#pathOf(top)
      if (this.#wanted.has(path)) this.#give(path, value)
    }
    top.name = null
  }

  #pathOf(top: Open | undefined): string {
    if (!top) return ''
    const name = top.isList ? '*' : (top.name ?? '')
    return top.path === '' ? name : `${top.path}.${name}`
  }

  #put(top: Open, value: Json): void {
    if (++this.#values > MOST_VALUES)
      throw new DocumentError(
        `one part of it has more than ${MOST_VALUES} values`,
        'fewer columns in one file',
      )
    if (Array.isArray(top.value)) top.value.push(value)
    else top.value![top.name ?? ''] = value
  }

  #give(path: string, value: Json): void {
    this.#values = 0
    this.#inPieces.delete(path)
    this.#take(path, value)
  }
}

function notJson(): DocumentError {
  return new DocumentError('it is no valid JSON', 'JSON')
}

function wordOf(word: string): Json {
  if (word === 'true') return true
  if (word === 'false') return false
  if (word === 'null') return null
  const value = Number(word)
  // Some tools write nan and inf, which JSON does not have.
  return Number.isFinite(value) ? value : null
}

function stringOf(latin1: string): string {
  const text = writtenIn(latin1)
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_, code: string | undefined, sign: string) =>
      code === undefined
        ? (ESCAPES.get(sign) ?? sign)
        : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])
