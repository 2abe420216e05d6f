import { createHash } from 'node:crypto'
import type { Files } from '@steelyard/api/administration'
import type { Contents } from './backup-format.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Part = { fromByte: number; bytes: number; sha256: string }
type Listed = { bytes: number; parts: Part[] }

/**
 * Puts the files of a backup into their place. What an earlier try has put there is not written again,
 * and what no database names does no harm: Steelyard removes it after a day.
 */
export class FilesWriter {
  readonly #files: Files
  readonly #listed: Map<string, Listed>
  /** Those that lie there already. */
  readonly #there = new Set<string>()

  /** @throws Error when a file has a name that none of Steelyard's has */
  constructor(files: Files, contents: Contents) {
    this.#files = files
    // An id becomes a path, and nobody signs a backup.
    const strange = contents.files.find(({ id }) => !UUID.test(id))
    if (strange) throw new Error(`The backup names a file ${JSON.stringify(strange.id)}.`)
    this.#listed = new Map(contents.files.map(({ id, bytes }) => [id, { bytes, parts: [] }]))
    for (const { name, bytes, sha256 } of contents.entries) {
      const { id, fromByte } = placeOf(name)
      this.#listed.get(id)?.parts.push({ fromByte, bytes, sha256 })
    }
  }

  /**
   * @param replaced whether files of another installation may lie there
   * @throws Error when some do, or nothing can be written there
   */
  async begin(replaced: boolean): Promise<void> {
    await this.#files.check()
    if (replaced) return
    for await (const { id } of this.#files.list())
      if (!this.#listed.has(id))
        throw new Error(
          `${this.#files.place} holds files that are not of this backup. Name an empty place, or ` +
            'add --replace. Nothing was changed.',
        )
  }

  /** @param name of its entry, `files/<id>/<first byte>` */
  async add(name: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { id, fromByte } = placeOf(name)
    const listed = this.#listed.get(id)
    // One that was removed while the backup was made is not listed.
    if (!listed) return drain(chunks)
    if (fromByte === 0 && (await this.#isThere(id, listed))) this.#there.add(id)
    if (this.#there.has(id)) return drain(chunks)
    if (fromByte === 0) {
      await this.#files.remove([id])
      await this.#files.create(id)
    }
    const end = await this.#files.append(id)
    try {
      for await (const chunk of chunks) await end.write(chunk)
    } finally {
      await end.close()
    }
  }

  /** @throws Error when a file is shorter than it should be */
  async complete(): Promise<void> {
    for (const [id, { bytes }] of this.#listed)
      if (((await this.#files.stat(id))?.bytes ?? -1) < bytes)
        throw new Error(`The file ${id} is incomplete in ${this.#files.place}.`)
  }

  /** A longer one has gone on to arrive since the backup was made, and begins with the same bytes. */
  async #isThere(id: string, { bytes, parts }: Listed): Promise<boolean> {
    const there = await this.#files.stat(id)
    if (!there || there.bytes < bytes) return false
    for (const part of parts) {
      const hash = createHash('sha256')
      const { fromByte } = part
      for await (const chunk of this.#files.read(id, fromByte, fromByte + part.bytes))
        hash.update(chunk)
      if (hash.digest('hex') !== part.sha256) return false
    }
    return true
  }
}

function placeOf(name: string): { id: string; fromByte: number } {
  const [, id = '', fromByte] = name.split('/')
  return { id, fromByte: Number(fromByte) }
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
