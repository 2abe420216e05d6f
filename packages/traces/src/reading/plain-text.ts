const ESCAPE = '\u001b'
const BELL = '\u0007'
/** CSI and OSC sequences and the short ones of ECMA-48: colours, cursor, the title of a window. */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)|[ -/]*[0-Z\\\\^-~])`,
  'g',
)
/** No sequence that a terminal understands is longer, except titles. */
const LONGEST_SEQUENCE = 256

/**
 * Text as its readers expect it: UTF-8 for UTF-16 with a byte order mark, no byte order mark, and no
 * control sequences of a terminal. Bytes of any other encoding pass as they are.
 */
export class PlainText {
  #utf16: InstanceType<typeof TextDecoder> | null = null
  #isFirst = true
  #carry = ''

  push(chunk: Buffer): Buffer {
    const bytes = this.#isFirst ? this.#begin(chunk) : chunk
    return this.#withoutSequences(this.#utf8(bytes), false)
  }

  /** What was held back, because it might have been the beginning of a sequence. */
  end(): Buffer {
    return this.#withoutSequences(Buffer.alloc(0), true)
  }

  #begin(chunk: Buffer): Buffer {
    this.#isFirst = false
    const mark = markOf(chunk)
    if (!mark) return chunk
    if (mark.encoding !== 'utf-8') this.#utf16 = new TextDecoder(mark.encoding)
    return chunk.subarray(mark.length)
  }

  #utf8(bytes: Buffer): Buffer {
    return this.#utf16 ? Buffer.from(this.#utf16.decode(bytes, { stream: true }), 'utf8') : bytes
  }

  #withoutSequences(bytes: Buffer, isLast: boolean): Buffer {
    if (this.#carry === '' && !bytes.includes(ESCAPE)) return bytes
    const text = (this.#carry + bytes.toString('latin1')).replace(SEQUENCE, '')
    const open = isLast ? -1 : text.lastIndexOf(ESCAPE)
    const cut = open >= 0 && text.length - open <= LONGEST_SEQUENCE ? open : text.length
    this.#carry = text.slice(cut)
    return Buffer.from(text.slice(0, cut), 'latin1')
  }
}

/** The beginning of a source as `PlainText` gives it. */
export function plainHead(head: Buffer): Buffer {
  const text = new PlainText()
  return Buffer.concat([text.push(head), text.end()])
}

/** Text that was read as Latin-1, as it was written in UTF-8. Unchanged where it is no UTF-8. */
export function writtenIn(latin1: string): string {
  // Most names have no such character.
  if (!/[\u0080-\u00ff]/.test(latin1)) return latin1
  try {
    return STRICT.decode(Buffer.from(latin1, 'latin1'))
  } catch {
    return latin1
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true })

const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
] as const

function markOf(chunk: Buffer): { encoding: string; length: number } | null {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, i) => chunk[i] === byte))
  return mark ? { encoding: mark.encoding, length: mark.bytes.length } : null
}
