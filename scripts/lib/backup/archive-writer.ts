import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** What an archive says of an entry, in its order. */
export type Entry = { name: string; bytes: number; sha256: string }

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Writes a compressed tar archive, entry by entry, as a stream. */
export class ArchiveWriter {
  readonly entries: Entry[] = []
  readonly #pack = pack()
  readonly #written: Promise<void>
  #failure: Error | undefined

  /** @param file must not exist; only the account that runs us may read it */
  constructor(file: string) {
    const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
    output.once('error', (error) => {
      this.#failure = error
    })
    this.#written = pipeline(Readable.from(this.#pack), createGzip({ level: 1 }), output)
    this.#written.catch(() => {}) // reported to whoever adds the next entry
  }

  addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text)
    return this.add(name, content.length, [content])
  }

  /** @param chunks exactly so many bytes, since an entry begins with its size */
  async add(name: string, bytes: number, chunks: Chunks): Promise<void> {
    try {
      this.entries.push({ name, bytes, sha256: await this.#write(name, bytes, chunks) })
    } catch (error) {
      throw this.#failure ?? error // what follows from a failed output says nothing
    }
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async #write(name: string, size: number, chunks: Chunks): Promise<string> {
    const { entry, added } = this.#begin(name, size)
    const hash = createHash('sha256')
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (entry.write(chunk)) continue
      await this.#orFailure(new Promise<void>((resolve) => entry.once('drain', () => resolve())))
    }
    entry.end(null)
    await this.#orFailure(added)
    return hash.digest('hex')
  }

  #begin(name: string, size: number) {
    let settle: (error?: Error | null) => void = () => {}
    const added = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
    added.catch(() => {}) // an entry that failed while it was written
    const entry = this.#pack.entry({ name, mode: 0o600, size }, settle)
    entry.on('error', () => {}) // `added` says so as well
    return { entry, added }
  }

  /** A disk that is full would otherwise stop us without a word. */
  async #orFailure(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.#written])
  }
}
