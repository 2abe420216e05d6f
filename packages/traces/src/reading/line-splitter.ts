/**
 * Splits bytes into lines with bounded memory. Lines are given as positions in one Latin-1 string
 * per chunk (bytes and characters agree, and no string is made per line). A line longer than the
 * limit is reported once and skipped without being kept.
 */
interface LineHandler {
  /** `to` is exclusive and leaves out the line end (\n or \r\n). */
  line(text: string, from: number, to: number, lineNumber: number): void
  tooLong(start: string, lineNumber: number): void
}

const SHOWN_OF_LONG_LINE = 200
/**
 * The garbage collector frees short strings soon. Long ones that are in use when it comes by wait for
 * it to look through all memory, which makes it grow by hundreds of megabytes.
 */
const PIECE_BYTES = 32 * 1024

export class LineSplitter {
  lines = 0
  #carry = ''
  #skipping = false
  readonly #handler: LineHandler
  readonly #maxLineBytes: number

  constructor(handler: LineHandler, maxLineBytes = 64 * 1024) {
    this.#handler = handler
    this.#maxLineBytes = maxLineBytes
  }

  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      this.#push(chunk.toString('latin1', from, from + PIECE_BYTES))
  }

  #push(text: string): void {
    let from = 0
    let end = text.indexOf('\n')
    if (this.#skipping) {
      if (end < 0) return
      this.#skipping = false
      from = end + 1
      end = text.indexOf('\n', from)
    } else if (this.#carry !== '') {
      // Only the line that spans two chunks is put together: the rest stays one flat string.
      const joined = this.#carry + (end < 0 ? text : text.slice(0, end))
      this.#carry = ''
      if (end < 0) {
        this.#keep(joined, 0)
        return
      }
      this.#give(joined, 0, joined.length)
      from = end + 1
      end = text.indexOf('\n', from)
    }
    while (end >= 0) {
      this.#give(text, from, end)
      from = end + 1
      end = text.indexOf('\n', from)
    }
    this.#keep(text, from)
  }

  end(): void {
    if (this.#carry !== '') this.#give(this.#carry, 0, this.#carry.length)
    this.#carry = ''
  }

  #give(text: string, from: number, end: number): void {
    this.lines++
    if (end - from > this.#maxLineBytes) {
      this.#handler.tooLong(text.slice(from, from + SHOWN_OF_LONG_LINE), this.lines)
      return
    }
    const to = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end
    this.#handler.line(text, from, to, this.lines)
  }

  #keep(text: string, from: number): void {
    if (text.length - from <= this.#maxLineBytes) {
      this.#carry = text.slice(from)
      return
    }
    this.lines++
    this.#handler.tooLong(text.slice(from, from + SHOWN_OF_LONG_LINE), this.lines)
    this.#skipping = true
  }
}
