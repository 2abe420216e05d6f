import { AppError, conflict } from '../errors.ts'
import type { Files, StoredBytes } from '../files/files.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'

/**
 * What is known of the bytes of a file. Where they are missing although they came, this machine looks
 * in another place than the one that received them: nothing that was sent is lost.
 * @throws AppError `file-elsewhere`, `gone`
 */
export async function requireHere(
  files: Files,
  { id, name, receivedBytes, sizeBytes }: UploadFileModel,
): Promise<StoredBytes> {
  const stored = await files.stat(id)
  if (stored) return stored
  if (receivedBytes === 0n && sizeBytes > 0n)
    throw new AppError('gone', `${name} was not begun. Remove it and send it again.`)
  throw conflict(
    'file-elsewhere',
    `${name} is not where this server keeps files. If several servers run, give all of them the same directory or bucket.`,
  )
}
