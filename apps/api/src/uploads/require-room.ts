import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'

/** The database may be on the same disk and needs room to write. */
const KEPT_FREE_BYTES = 256 * 2 ** 20

/** How many more bytes may be stored, by the quota and by the disk. */
export async function roomLeft({ uploadDir, maxTotalBytes }: Config, db: Db | Tx): Promise<number> {
  const { bavail, bsize } = await statfs(uploadDir)
  const { _sum } = await db.uploadFile.aggregate({ _sum: { sizeBytes: true } })
  return Math.min(maxTotalBytes - Number(_sum.sizeBytes ?? 0n), bavail * bsize - KEPT_FREE_BYTES)
}

/**
 * Refuses before the first byte instead of after hours of sending. Others may fill the disk
 * meanwhile: this reserves no room.
 * @throws AppError `no-space-left`
 */
export async function requireRoom(config: Config, db: Db | Tx, bytes: number): Promise<void> {
  if ((await roomLeft(config, db)) < bytes) throw noSpaceLeft('a file of this size')
}

export function noSpaceLeft(what: string): AppError {
  return unprocessable(
    'no-space-left',
    `The server has no room for ${what}. Delete uploads that are no longer needed.`,
  )
}
