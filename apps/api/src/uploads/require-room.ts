import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Db } from '../db.ts'
import { unprocessable } from '../errors.ts'

/** The database may lie on the same disk and must go on writing. */
const KEPT_FREE_BYTES = 256 * 2 ** 20

/**
 * Told before the first byte, not after hours of sending. Others may fill the disk meanwhile: this
 * is a courtesy and a brake, no reservation.
 * @throws AppError `no-space-left`
 */
export async function requireRoom(
  { uploadDir, maxTotalBytes }: Config,
  db: Db,
  bytes: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(uploadDir)
  const { _sum } = await db.uploadFile.aggregate({ _sum: { sizeBytes: true } })
  const left = maxTotalBytes - Number(_sum.sizeBytes ?? 0n)
  if (Math.min(left, bavail * bsize - KEPT_FREE_BYTES) >= bytes) return
  throw unprocessable(
    'no-space-left',
    'The server has no room for a file of this size. Delete uploads that are no longer needed.',
  )
}
