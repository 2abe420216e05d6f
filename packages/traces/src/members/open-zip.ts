import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { FileContent } from './file-content.ts'

/** The directory of a zip is read in small pieces, and each would be a request to an object store. */
const BLOCK_BYTES = 256 * 1024

/** Why the bytes of a file could not be read, whatever they are. */
export class UnreadableContent extends Error {
  readonly reason: unknown

  constructor(reason: unknown) {
    super('the file cannot be read', { cause: reason })
    this.reason = reason
  }
}

/** Opens a zip whose entries are asked for one by one; the caller closes it. */
export async function openZip(content: FileContent): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true }
  return fromRandomAccessReaderPromise(
    new ContentReader(content),
    await content.sizeBytes(),
    options,
  )
}

class ContentReader extends RandomAccessReader {
  readonly #content: FileContent
  #block = { from: 0, bytes: Buffer.alloc(0) }

  constructor(content: FileContent) {
    super()
    this.#content = content
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (err: Error | null) => void,
  ): void {
    this.#blockWith(position, length).then(
      ({ from, bytes }) => {
        bytes.copy(buffer, offset, position - from, position - from + length)
        callback(null)
      },
      (error: Error) => callback(error),
    )
  }

  override close(callback: (err: Error | null) => void): void {
    callback(null)
  }

  async #blockWith(position: number, length: number) {
    const { from, bytes } = this.#block
    const end = position + length
    if (position >= from && end <= from + bytes.length) return this.#block
    const pieces: Buffer[] = []
    for await (const piece of this.#read(position, position + Math.max(length, BLOCK_BYTES)))
      pieces.push(piece)
    this.#block = { from: position, bytes: Buffer.concat(pieces) }
    if (this.#block.bytes.length < length) throw new Error('unexpected EOF')
    return this.#block
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* this.#content.read(start, end)
    } catch (error) {
      throw new UnreadableContent(error)
    }
  }
}
