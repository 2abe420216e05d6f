import { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { TraceError } from '../trace-error.ts'
import type { UnpackBudget } from './budget.ts'

export type Bytes = AsyncIterable<Buffer>

/**
 * Reads ahead until `size` bytes are available or the source ends; `all` still yields everything.
 */
export async function peek(source: Bytes, size: number): Promise<{ head: Buffer; all: Bytes }> {
  const iterator = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < size) {
    const next = await iterator.next()
    if (next.done) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head, all: all() }
}

/**
 * Unpacks gzip (several members in a row, as `cat a.gz b.gz` makes). A damaged or cut file is an
 * error with its position; the caller must discard what was unpacked before.
 */
export async function* gunzip(source: Bytes, path: string): AsyncGenerator<Buffer> {
  const unzip = createGunzip({ chunkSize: 256 * 1024 })
  const packed = Readable.from(source, { objectMode: false })
  let sourceError: unknown
  packed.once('error', (error) => {
    sourceError = error
    unzip.destroy(error)
  })
  try {
    for await (const chunk of packed.pipe(unzip)) yield chunk
  } catch (error) {
    if (sourceError !== undefined || error instanceof TraceError) throw sourceError ?? error
    throw new TraceError('damaged-gzip', `${path} is damaged or cut short: ${reasonOf(error)}.`, {
      where: { path, byte: unzip.bytesWritten },
      expected: 'a complete gzip file',
      fix: 'Copy the original again, or send what can be saved. `zcat FILE > part.log` on Linux keeps the lines before the damage.',
      cause: error,
    })
  } finally {
    packed.destroy()
    unzip.destroy()
  }
}

/**
 * Unpacks zstd (several frames in a row, as `cat a.zst b.zst` makes; a decompressor ends with the
 * first). A damaged or cut file is an error with its position, as for gzip. A frame that needs more
 * than 128 MiB of memory counts as damaged.
 */
export async function* unzstd(source: Bytes, path: string): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let [rest, before]: [Buffer, number] = [Buffer.alloc(0), 0]
  try {
    for (;;) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) return
        rest = next.value
      }
      const frame = new ZstdFrame(chunks, rest)
      try {
        yield* frame.unpacked()
      } catch (error) {
        if (error instanceof TraceError) throw error
        throw new TraceError(
          'damaged-zstd',
          `${path} is damaged or cut short: ${reasonOf(error)}.`,
          {
            where: { path, byte: before + frame.packedBytes },
            expected: 'a complete zstd file',
            fix: 'Copy the original again, or send what can be saved. `zstdcat FILE > part.log` on Linux keeps the lines before the damage.',
            cause: error,
          },
        )
      }
      before += frame.packedBytes
      rest = frame.rest()
    }
  } finally {
    await chunks.return?.()
  }
}

class ZstdFrame {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #unzip = createZstdDecompress({ chunkSize: 256 * 1024 })
  /** What was given to the decompressor and may lie behind the end of the frame. */
  #given: Buffer[]
  #givenBytes: number
  #sourceError: unknown

  constructor(chunks: AsyncIterator<Buffer>, first: Buffer) {
    this.#chunks = chunks
    this.#given = [first]
    this.#givenBytes = first.length
  }

  /** The length of the frame, once it is unpacked. */
  get packedBytes(): number {
    return this.#unzip.bytesWritten
  }

  async *unpacked(): AsyncGenerator<Buffer> {
    const packed = Readable.from(this.#packed(), { objectMode: false })
    packed.once('error', (error) => {
      this.#sourceError = error
      this.#unzip.destroy(error)
    })
    try {
      for await (const chunk of packed.pipe(this.#unzip)) yield chunk
    } catch (error) {
      throw this.#sourceError ?? error
    } finally {
      packed.destroy()
      this.#unzip.destroy()
    }
  }

  rest(): Buffer {
    const bytes = this.#givenBytes - this.packedBytes
    return bytes > 0 ? Buffer.concat(this.#given).subarray(-bytes) : Buffer.alloc(0)
  }

  async *#packed(): AsyncGenerator<Buffer> {
    yield this.#given[0]!
    for (;;) {
      const next = await this.#chunks.next()
      if (next.done) return
      const chunk = next.value
      this.#givenBytes += chunk.length
      this.#given.push(chunk)
      this.#forgetUsed()
      yield chunk
    }
  }

  #forgetUsed(): void {
    let left = this.#givenBytes - this.packedBytes
    let first = this.#given.length
    while (left > 0) left -= this.#given[--first]!.length
    this.#given = this.#given.slice(first)
  }
}

export function counted(source: Bytes, onChunk: (bytes: number) => void): Bytes {
  return eachPassed(source, (chunk) => onChunk(chunk.length))
}

export async function* eachPassed(source: Bytes, onChunk: (chunk: Buffer) => void) {
  for await (const chunk of source) {
    onChunk(chunk)
    yield chunk
  }
}

export function unpackedWithin(budget: UnpackBudget, source: Bytes): Bytes {
  return counted(source, (bytes) => budget.addUnpacked(bytes))
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
