import { type DiskRoom, freeDiskBytes } from './require-room.ts'

/** So little that even a hundred files that arrive at once leave most of what is kept free. */
const LOOK_EVERY_BYTES = 2 ** 20

/**
 * Watches the disk while bytes arrive, because a file that had room when it was announced may not
 * have it any more: databases, logs and other programs write to the disk too.
 */
export class DiskWatch {
  readonly #config: DiskRoom
  #untilNextLook = 0

  constructor(config: DiskRoom) {
    this.#config = config
  }

  async hasRoomFor(bytes: number): Promise<boolean> {
    if (bytes > this.#untilNextLook) {
      if ((await freeDiskBytes(this.#config)) < bytes) return false
      this.#untilNextLook = Math.max(bytes, LOOK_EVERY_BYTES)
    }
    this.#untilNextLook -= bytes
    return true
  }
}

/** Whether the file system itself refused to store more. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT'
}
