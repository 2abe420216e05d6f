import { statfs } from 'node:fs/promises'
import type { DiskSetting } from './files-setting.ts'

/** Which disk it is, and how much of it stays free. */
export type DiskRoom = Pick<DiskSetting, 'directory' | 'keptFreeBytes'>

/** So little that even a hundred files that arrive at once leave most of what is kept free. */
const LOOK_EVERY_BYTES = 2 ** 20

/**
 * Watches the disk while bytes arrive, because a file that had room when it was announced may not
 * have it any more: databases, logs and other programs write to the disk too.
 */
export class DiskWatch {
  readonly #disk: DiskRoom
  #untilNextLook = 0

  constructor(disk: DiskRoom) {
    this.#disk = disk
  }

  async hasRoomFor(bytes: number): Promise<boolean> {
    if (bytes > this.#untilNextLook) {
      if ((await freeDiskBytes(this.#disk)) < bytes) return false
      this.#untilNextLook = Math.max(bytes, LOOK_EVERY_BYTES)
    }
    this.#untilNextLook -= bytes
    return true
  }
}

/** What the disk takes before it holds only what is kept free. */
export async function freeDiskBytes({ directory, keptFreeBytes }: DiskRoom): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize - keptFreeBytes
}

/** Whether the file system itself refused to store more. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT'
}
