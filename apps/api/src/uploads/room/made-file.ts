import { type FileHandle, open } from 'node:fs/promises'
import { unprocessable } from '../../errors.ts'
import { type DiskRoom, DiskWatch, isDiskFull } from '../../files/disk-watch.ts'
import { noSpaceLeft } from './require-room.ts'

const MOST_BYTES = 2 ** 30
/** Small pieces are written together. */
const WRITE_BYTES = 2 ** 20

/** Where a file that is made for one answer is to be written, as plain data. */
export interface PlaceForFile {
  path: string
  room: DiskRoom
}

/** Writes a file that is made for one answer, while it is small enough and the disk has room. */
export class MadeFile {
  bytes = 0
  readonly #file: FileHandle
  readonly #disk: DiskWatch
  #pieces: Uint8Array[] = []
  #waitingBytes = 0

  private constructor(file: FileHandle, room: DiskRoom) {
    this.#file = file
    this.#disk = new DiskWatch(room)
  }

  /** Runs `write` with the file, which exists already, so that nobody writes one that was given up. */
  static async at(
    { path, room }: PlaceForFile,
    write: (file: MadeFile) => Promise<void>,
  ): Promise<void> {
    const file = await open(path, 'r+')
    try {
      const made = new MadeFile(file, room)
      await write(made)
      await made.#flush()
    } finally {
      await file.close()
    }
  }

  /** @throws AppError `export-too-large`, `no-space-left` */
  async write(piece: Uint8Array): Promise<void> {
    this.bytes += piece.length
    if (this.bytes > MOST_BYTES) throw tooLarge()
    this.#pieces.push(piece)
    this.#waitingBytes += piece.length
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return
    const what = 'a file of this size'
    if (!(await this.#disk.hasRoomFor(this.#waitingBytes))) throw noSpaceLeft(what)
    await this.#file.writev(this.#pieces).catch((error: unknown) => {
      throw isDiskFull(error) ? noSpaceLeft(what) : error
    })
    this.#pieces = []
    this.#waitingBytes = 0
  }
}

function tooLarge() {
  return unprocessable(
    'export-too-large',
    `This would be a file of more than ${MOST_BYTES / 2 ** 30} GiB. Ask for a shorter part.`,
  )
}
