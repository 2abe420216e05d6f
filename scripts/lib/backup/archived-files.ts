import { type Files, NoSuchFile } from '@steelyard/api/administration'
import type { ArchiveWriter } from './archive-writer.ts'

/** Puts files into an archive. They only ever grow, so what is in it already is not read again. */
export class ArchivedFiles {
  readonly #files: Files
  readonly #archive: ArchiveWriter
  readonly #bytes = new Map<string, number>()
  /** Their entries do not hold what they should. */
  readonly #broken = new Set<string>()

  constructor(files: Files, archive: ArchiveWriter) {
    this.#files = files
    this.#archive = archive
  }

  /** @returns those that are neither in the archive nor in their place any more */
  async add(ids: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const id of ids) if (!(await this.#addOne(id))) missing.push(id)
    return missing
  }

  bytesOf(id: string): number | undefined {
    return this.#bytes.get(id)
  }

  async #addOne(id: string): Promise<boolean> {
    if (this.#broken.has(id)) return false
    const known = this.#bytes.get(id)
    const bytes = (await this.#files.stat(id))?.bytes
    if (bytes === undefined) return known !== undefined
    if (known !== undefined && bytes <= known) return true
    const part = new Part(this.#files, id, known ?? 0, bytes)
    await this.#archive.add(part.name, part.size, part.read())
    if (part.isWhole) {
      this.#bytes.set(id, bytes)
      return true
    }
    this.#broken.add(id)
    this.#bytes.delete(id)
    return false
  }
}

/** An entry's size comes before its bytes: zeros stand for those of a file that is removed meanwhile. */
class Part {
  readonly name: string
  readonly size: number
  isWhole = false
  readonly #source: AsyncIterable<Buffer>

  constructor(files: Files, id: string, fromByte: number, toByte: number) {
    this.name = `files/${id}/${fromByte}`
    this.size = toByte - fromByte
    this.#source = files.read(id, fromByte, toByte)
  }

  async *read(): AsyncGenerator<Buffer> {
    let left = this.size
    try {
      for await (const chunk of this.#source) {
        left -= chunk.length
        yield chunk
      }
      this.isWhole = left === 0
    } catch (error) {
      if (!(error instanceof NoSuchFile)) throw error
    }
    for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left)
  }
}

const ZEROS = Buffer.alloc(2 ** 16)
