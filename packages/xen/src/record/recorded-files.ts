import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { RecordedFile } from './recording-facts.ts'

/** The files of one recording, each opened when its first byte arrives. */
export class RecordedFiles {
  readonly #open: (name: RecordedFile) => Writable
  readonly #files = new Map<RecordedFile, Writable>()
  bytes = 0

  constructor(open: (name: RecordedFile) => Writable) {
    this.#open = open
  }

  /** Resolves when the file has accepted the bytes, so that a slow file slows down their source. */
  async write(name: RecordedFile, chunk: Buffer | string): Promise<void> {
    if (chunk.length === 0) return
    const file = this.#files.get(name) ?? this.#begin(name)
    await new Promise<void>((resolve, reject) => {
      file.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
    this.bytes += Buffer.byteLength(chunk)
  }

  async end(): Promise<void> {
    const files = [...this.#files.values()]
    const ends = files.map((file) => finished(file, { readable: false }))
    for (const file of files) file.end()
    await Promise.all(ends)
  }

  destroy(): void {
    for (const file of this.#files.values()) file.destroy()
  }

  #begin(name: RecordedFile): Writable {
    const file = this.#open(name)
    this.#files.set(name, file)
    file.on('error', () => {}) // the writer gets the error
    return file
  }
}
