import { writtenIn } from '../plain-text.ts'
import { DEEPEST, DocumentError, LONGEST_TOKEN } from './document-error.ts'

interface XmlHandler {
  begin(name: string, attributes: ReadonlyMap<string, string>): void
  /** @param text directly within it */
  end(name: string, text: string): void
  /** The document ended before its last tag. */
  brokenOff?(): void
}

const TAG =
  /<(?:!--[\s\S]*?--|\?[\s\S]*?\?|![^>]*|(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?))>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Goes through an XML document of any length, piece by piece. Names of entities other than the five
 * that XML itself has are left as they are, so no document grows while it is read.
 */
export class XmlTags {
  readonly #handler: XmlHandler
  readonly #open: string[] = []
  #carry = ''
  #text = ''
  hasEnded = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @throws DocumentError for what is no XML, or deeper than any trace */
  push(latin1: string): void {
    const text = this.#carry + latin1
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      this.#gather(text.slice(at, begin < 0 ? text.length : begin))
      if (begin < 0) {
        this.#carry = ''
        return
      }
      at = begin
      // Without this, an open tag would be searched to its end again for each piece.
      if (text.indexOf('>', begin) < 0) break
      TAG.lastIndex = begin
      const match = TAG.exec(text)
      if (!match) break
      at = TAG.lastIndex
      const [, slash, name, rest, closed] = match
      if (name !== undefined) this.#tag(name, slash === '/', rest ?? '', closed === '/')
    }
    this.#carry = text.slice(at)
    if (this.#carry.length > LONGEST_TOKEN)
      throw new DocumentError('a tag in it has no end', 'XML as its tool writes it')
  }

  /** Call where nothing follows. */
  breakOff(): void {
    this.#handler.brokenOff?.()
  }

  #gather(piece: string): void {
    // Only what stands between a tag and its end matters; blanks between tags do not.
    if (this.#text.length + piece.length <= LONGEST_TOKEN) this.#text += piece
  }

  #tag(name: string, isEnd: boolean, attributes: string, isClosed: boolean): void {
    if (isEnd) {
      if (this.#open.pop() !== name) throw new DocumentError('it is no valid XML', 'XML')
      this.#handler.end(name, decoded(this.#text.trim()))
    } else {
      if (this.#open.length >= DEEPEST)
        throw new DocumentError(
          `it is nested more than ${DEEPEST} deep`,
          'XML as its tool writes it',
        )
      const read = new Map<string, string>()
      for (const [, key, double, single] of attributes.matchAll(ATTRIBUTE))
        read.set(key!, decoded(double ?? single ?? ''))
      this.#open.push(name)
      this.#handler.begin(name, read)
      if (isClosed) {
        this.#open.pop()
        this.#handler.end(name, '')
      }
    }
    this.#text = ''
    if (this.#open.length === 0) this.hasEnded = true
  }
}

function decoded(latin1: string): string {
  const text = writtenIn(latin1)
  if (!text.includes('&')) return text
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES.get(name)!)
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
