import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { contentOnDisk } from '@steelyard/traces'
import { DiskWatch, freeDiskBytes, isDiskFull } from './disk-watch.ts'
import { type Appending, type Files, FilesFull, NoSuchFile, type StoredBytes } from './files.ts'
import type { DiskSetting } from './files-setting.ts'

/** The file must exist: one that was removed meanwhile must not come back without its row. */
const APPEND_ONLY = constants.O_WRONLY | constants.O_APPEND
const OF_THE_OWNER = { directory: 0o700, file: 0o600 }

/** Earlier versions kept a note of the tus protocol beside each file. */
const STORED_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.json)?$/

/** Files in a directory, which several machines may share. */
export class DiskFiles implements Files {
  readonly place: string
  readonly #disk: DiskSetting

  constructor(disk: DiskSetting) {
    this.#disk = disk
    this.place = disk.directory
  }

  async check(): Promise<void> {
    const { directory } = this.#disk
    try {
      await this.#makeDirectory()
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(
        `STEELYARD_UPLOAD_DIR: files cannot be stored in ${directory} (${code}). Let the account of Steelyard write there, or name another directory.`,
      )
    }
  }

  async create(id: string): Promise<void> {
    await this.#makeDirectory()
    const file = await open(this.#path(id), 'wx', OF_THE_OWNER.file)
    await file.close()
  }

  async append(id: string): Promise<Appending> {
    const file = await open(this.#path(id), APPEND_ONLY).catch(missing(id))
    return new DiskAppending(file, new DiskWatch(this.#disk))
  }

  async *read(id: string, fromByte?: number, toByte?: number): AsyncGenerator<Buffer> {
    try {
      yield* contentOnDisk(this.#path(id)).read(fromByte, toByte)
    } catch (error) {
      missing(id)(error)
    }
  }

  async stat(id: string): Promise<StoredBytes | null> {
    return this.#stat(id, this.#path(id))
  }

  async *list(): AsyncGenerator<StoredBytes> {
    const names = await readdir(this.#disk.directory).catch(() => [])
    for (const name of names) {
      const id = STORED_NAME.exec(name)?.[1]
      const stored = id && (await this.#stat(id, path.join(this.#disk.directory, name)))
      if (stored) yield stored
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.#path(id)
      await rm(file, { force: true })
      await rm(`${file}.json`, { force: true })
    }
  }

  async freeBytes(): Promise<number> {
    await this.#makeDirectory()
    return freeDiskBytes(this.#disk)
  }

  async #makeDirectory(): Promise<void> {
    await mkdir(this.#disk.directory, { recursive: true, mode: OF_THE_OWNER.directory })
  }

  async #stat(id: string, file: string): Promise<StoredBytes | null> {
    try {
      const { size, mtime } = await stat(file)
      return { id, bytes: size, writtenAt: mtime }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  #path(id: string): string {
    return path.join(this.#disk.directory, id)
  }
}

class DiskAppending implements Appending {
  readonly #file: FileHandle
  readonly #watch: DiskWatch

  constructor(file: FileHandle, watch: DiskWatch) {
    this.#file = file
    this.#watch = watch
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (!(await this.#watch.hasRoomFor(chunk.length))) throw new FilesFull('the disk is full')
    await this.#file.appendFile(chunk).catch((error: unknown) => {
      throw isDiskFull(error) ? new FilesFull('the disk is full', { cause: error }) : error
    })
  }

  async close(): Promise<number> {
    try {
      return (await this.#file.stat()).size
    } finally {
      await this.#file.close()
    }
  }
}

function missing(id: string): (error: unknown) => never {
  return (error) => {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' ? new NoSuchFile(`there is no file ${id}`, { cause: error }) : error
  }
}
