import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'
import { DiskWatch, isDiskFull } from '../uploads/room/disk-watch.ts'
import { noSpaceLeft, roomLeft } from '../uploads/room/require-room.ts'
import { storedFilePath } from '../uploads/stored-file.ts'

type Row = Pick<UploadFileModel, 'id' | 'name'>

interface FileInProgress extends Row {
  bytes: number
  opened: boolean
}

/**
 * The files of a recording while they are written. They go straight to where an upload's files are
 * stored, under the same limits. A recording that does not fit fails as a whole.
 */
export class RecordingFiles {
  readonly #deps: Pick<Deps, 'config' | 'db'>
  readonly #files: Map<string, FileInProgress>
  readonly #disk: DiskWatch
  #room = 0
  /** The first limit that was hit; null before. The writer may report it in other words. */
  refusal: AppError | null = null

  private constructor(deps: Pick<Deps, 'config' | 'db'>, rows: readonly Row[]) {
    this.#deps = deps
    this.#disk = new DiskWatch(deps.config)
    this.#files = new Map(rows.map(({ id, name }) => [name, { id, name, bytes: 0, opened: false }]))
  }

  static async begin(
    deps: Pick<Deps, 'config' | 'db'>,
    rows: readonly Row[],
  ): Promise<RecordingFiles> {
    await mkdir(deps.config.uploadDir, { recursive: true, mode: 0o700 })
    const files = new RecordingFiles(deps, rows)
    await files.store()
    return files
  }

  get bytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** How many more bytes may be written. */
  get room(): number {
    return this.#room
  }

  /** The files that hold at least one byte. */
  get written(): readonly FileInProgress[] {
    return [...this.#files.values()].filter(({ bytes }) => bytes > 0)
  }

  get ids(): string[] {
    return [...this.#files.values()].map(({ id }) => id)
  }

  open(name: string): Writable {
    const file = this.#files.get(name)
    if (!file || file.opened) throw new Error(`${name} is not to be recorded (again)`)
    file.opened = true
    return writableOf(this.#deps.config, file, {
      admit: (bytes) => this.#admit(file, bytes),
      refused: (error) => this.#refused(error),
    })
  }

  /** Discards a file that was opened but whose content is worthless. */
  drop(name: string): void {
    const file = this.#files.get(name)
    if (file) file.bytes = 0
  }

  /** Stores the files' sizes and updates the room that is left, because others store files too. */
  async store(): Promise<void> {
    const { db, config } = this.#deps
    const stored = this.bytes
    for (const { id, bytes } of this.written) {
      const size = BigInt(bytes)
      await db.uploadFile.updateMany({
        where: { id },
        data: { sizeBytes: size, receivedBytes: size },
      })
    }
    const left = await roomLeft(config, db)
    this.#room = left - (this.bytes - stored)
  }

  async #admit(file: FileInProgress, bytes: number): Promise<void> {
    const { maxFileBytes } = this.#deps.config
    if (file.bytes + bytes > maxFileBytes) {
      this.refusal ??= new AppError(
        'unprocessable',
        `${file.name} grew larger than a file may be.`,
        {
          code: 'file-too-large',
        },
      )
    }
    const hasRoom = bytes <= this.#room && (await this.#disk.hasRoomFor(bytes))
    if (!hasRoom) this.refusal ??= noRoomForTheRest()
    if (this.refusal) throw this.refusal
    file.bytes += bytes
    this.#room -= bytes
  }

  #refused(error: unknown): unknown {
    if (!isDiskFull(error)) return error
    this.refusal ??= noRoomForTheRest()
    return this.refusal
  }
}

const noRoomForTheRest = () => noSpaceLeft('the rest of this recording')

interface Gate {
  /** @throws AppError when a limit does not admit these bytes */
  admit: (bytes: number) => Promise<void>
  /** Puts into words why bytes that were admitted could not be stored. */
  refused: (error: unknown) => unknown
}

function writableOf(config: Config, { id }: Row, { admit, refused }: Gate): Writable {
  let handle: FileHandle | undefined
  const settle = (work: Promise<unknown> | undefined, done: (error?: Error | null) => void) =>
    Promise.resolve(work).then(() => done(), done)
  const append = async (chunk: Buffer) => {
    await admit(chunk.length)
    await handle!.appendFile(chunk).catch((error) => {
      throw refused(error)
    })
  }
  return new Writable({
    construct(done) {
      const opening = open(storedFilePath(config, id), 'wx', 0o600).then((opened) => {
        handle = opened
      })
      settle(opening, done)
    },
    write(chunk: Buffer, _encoding, done) {
      settle(append(chunk), done)
    },
    destroy(error, done) {
      settle(handle?.close(), (failure) => done(error ?? failure))
    },
  })
}
