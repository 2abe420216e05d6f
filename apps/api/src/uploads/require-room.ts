import { statfs } from 'node:fs/promises'
import { unprocessable } from '../errors.ts'

/** The database may lie on the same disk and must go on writing. */
const KEPT_FREE_BYTES = 256 * 2 ** 20

/**
 * Told before the first byte, not after hours of sending. Others may fill the disk meanwhile: this
 * is a courtesy and a brake, no reservation.
 * @throws AppError `no-space-left`
 */
export async function requireRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize - KEPT_FREE_BYTES >= bytes) return
  throw unprocessable(
    'no-space-left',
    'The server has no room for a file of this size. Delete uploads that are no longer needed.',
  )
}
