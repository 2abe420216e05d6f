import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
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
      fix: 'Copy the original again, or send what can be saved of it: `zcat FILE > part.log` on Linux keeps the lines before the damage.',
      cause: error,
    })
  } finally {
    packed.destroy()
    unzip.destroy()
  }
}

export async function* counted(source: Bytes, onChunk: (bytes: number) => void) {
  for await (const chunk of source) {
    onChunk(chunk.length)
    yield chunk
  }
}

export function unpackedWithin(budget: UnpackBudget, source: Bytes): Bytes {
  return counted(source, (bytes) => budget.addUnpacked(bytes))
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
