import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

const CHUNK_BYTES = 2 ** 20

type EntryHeader = Partial<Header> & { name: string }

/** Writes a compressed tar archive of files that others may lengthen, shorten or remove meanwhile. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>
  #failure: Error | undefined

  /** @param file must not exist; only the account that runs us may read it */
  constructor(file: string) {
    const output = createWriteStream(file, { mode: 0o600, flags: 'wx' })
    output.once('error', (error) => {
      this.#failure = error
    })
    this.#written = pipeline(Readable.from(this.#pack), createGzip({ level: 1 }), output)
    this.#written.catch(() => {}) // reported to whoever adds the next entry
  }

  /** Adds a directory without what is in it. */
  addDirectory(name: string): Promise<void> {
    return this.#add({ name, type: 'directory', mode: 0o700 }, [])
  }

  addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    return this.#add({ name, mode: 0o600, size: bytes.length }, [bytes])
  }

  /** Adds a file as long as it is now. Returns its size, or undefined if the file has gone. */
  async addFile(name: string, file: string): Promise<number | undefined> {
    const handle = await fs.open(file).catch(ignoreMissing)
    if (!handle) return undefined
    try {
      const { size, mtime } = await handle.stat()
      await this.#add({ name, mode: 0o600, size, mtime }, exactly(handle, size))
      return size
    } finally {
      await handle.close()
    }
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async #add(header: EntryHeader, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    try {
      await this.#write(header, chunks)
    } catch (error) {
      throw this.#failure ?? error // what follows from a failed output says nothing
    }
  }

  async #write(header: EntryHeader, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) {
    const { entry, added } = this.#begin(header)
    for await (const chunk of chunks) {
      if (entry.write(chunk)) continue
      await this.#orFailure(new Promise<void>((resolve) => entry.once('drain', () => resolve())))
    }
    entry.end(null)
    await this.#orFailure(added)
  }

  #begin(header: EntryHeader) {
    let settle: (error?: Error | null) => void = () => {}
    const added = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
    added.catch(() => {}) // an entry that failed while it was written
    const entry = this.#pack.entry(header, settle)
    entry.on('error', () => {}) // `added` says so as well
    return { entry, added }
  }

  /** A disk that is full would otherwise stop us without a word. */
  async #orFailure(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.#written])
  }
}

/** Exactly so many bytes of a file: zeros stand for those that have been cut off meanwhile. */
async function* exactly(handle: fs.FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - offset))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
    offset += bytesRead || chunk.length
    yield bytesRead ? chunk.subarray(0, bytesRead) : chunk
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
