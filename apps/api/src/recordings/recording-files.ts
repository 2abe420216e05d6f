import { Writable } from 'node:stream'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { type Appending, type Files, FilesFull } from '../files/files.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'
import { noSpaceLeft, roomLeft } from '../uploads/room/require-room.ts'

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
  readonly #deps: Pick<Deps, 'config' | 'db' | 'files'>
  readonly #files: Map<string, FileInProgress>
  #room = 0
  /** The first limit that was hit; null before. The writer may report it in other words. */
  refusal: AppError | null = null

  private constructor(deps: Pick<Deps, 'config' | 'db' | 'files'>, rows: readonly Row[]) {
    this.#deps = deps
    this.#files = new Map(rows.map(({ id, name }) => [name, { id, name, bytes: 0, opened: false }]))
  }

  static async begin(
    deps: Pick<Deps, 'config' | 'db' | 'files'>,
    rows: readonly Row[],
  ): Promise<RecordingFiles> {
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
    return writableOf(this.#deps.files, file, {
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
    const { db } = this.#deps
    const stored = this.bytes
    for (const { id, bytes } of this.written) {
      const size = BigInt(bytes)
      await db.uploadFile.updateMany({
        where: { id },
        data: { sizeBytes: size, receivedBytes: size },
      })
    }
    const left = await roomLeft(this.#deps, db)
    this.#room = left - (this.bytes - stored)
  }

  #admit(file: FileInProgress, bytes: number): void {
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
    if (bytes > this.#room) this.refusal ??= noRoomForTheRest()
    if (this.refusal) throw this.refusal
    file.bytes += bytes
    this.#room -= bytes
  }

  #refused(error: unknown): unknown {
    if (!(error instanceof FilesFull)) return error
    this.refusal ??= noRoomForTheRest()
    return this.refusal
  }
}

const noRoomForTheRest = () => noSpaceLeft('the rest of this recording')

interface Gate {
  /** @throws AppError when a limit does not admit these bytes */
  admit: (bytes: number) => void
  /** Puts into words why bytes that were admitted could not be stored. */
  refused: (error: unknown) => unknown
}

function writableOf(files: Files, { id }: Row, { admit, refused }: Gate): Writable {
  let end: Appending | undefined
  const settle = (work: Promise<unknown>, done: (error?: Error | null) => void) =>
    work.then(
      () => done(),
      (error: unknown) => done(refused(error) as Error),
    )
  const begin = async () => {
    await files.create(id)
    end = await files.append(id)
  }
  const append = async (chunk: Buffer) => {
    admit(chunk.length)
    await end!.write(chunk)
  }
  const close = async () => {
    const ending = end
    end = undefined
    await ending?.close()
  }
  return new Writable({
    construct: (done) => void settle(begin(), done),
    write: (chunk: Buffer, _encoding, done) => void settle(append(chunk), done),
    final: (done) => void settle(close(), done),
    destroy: (error, done) => void settle(close(), (failure) => done(error ?? failure)),
  })
}
