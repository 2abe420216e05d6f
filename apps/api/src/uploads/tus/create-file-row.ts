import { FileName } from '@steelyard/contract'
import type { Upload } from '@tus/server'
import type { Deps } from '../../deps.ts'
import { AppError, unprocessable } from '../../errors.ts'
import { holdUpload, refuseWhileRead } from '../hold-upload.ts'
import { reserveRoom } from '../room/reserve-room.ts'

const MAX_FILES = 500
const MAX_NAME_LENGTH = 400
const YEAR_10000_MS = Date.UTC(10_000, 0)

/**
 * Creates the row of a file that starts to arrive, which reserves its room. Earlier findings are no
 * longer complete, so the upload is open for receiving again.
 * @throws AppError `upload-not-found`, `upload-being-inspected`, `too-many-files`, `invalid`,
 *   `no-space-left`, `too-much-reserved`
 */
export async function createFileRow(
  deps: Pick<Deps, 'db' | 'config' | 'files'>,
  userId: string | null,
  uploadId: string,
  upload: Upload,
): Promise<void> {
  if (upload.size === undefined) {
    throw new AppError('invalid', 'Upload-Length, the length of the file, is missing.', {
      code: 'upload-length-missing',
    })
  }
  const { size } = upload
  await deps.db.$transaction(async (tx) => {
    const held = await holdUpload(tx, uploadId)
    await refuseWhileRead(tx, held)
    if (held.files.length >= MAX_FILES) {
      throw unprocessable(
        'too-many-files',
        `An upload takes ${MAX_FILES} files at most. Send more as one archive.`,
      )
    }
    await tx.upload.update({
      where: { id: uploadId },
      data: { state: 'receiving', jobId: null },
    })
    await reserveRoom(tx, deps, userId, size)
    await tx.uploadFile.create({
      data: {
        id: upload.id,
        uploadId,
        createdById: userId,
        name: readableName(upload.metadata?.filename),
        sizeBytes: BigInt(size),
        modifiedAt: timeOf(upload.metadata?.modifiedAt),
        ...(size === 0 ? { state: 'complete' } : {}),
      },
    })
  })
}

/**
 * A name to show and to guess a domain from: folders stay, and `..` goes.
 * @throws AppError `invalid` for characters that could make it look like another name
 */
function readableName(name: string | null | undefined): string {
  const { data, error } = FileName.safeParse(name ?? '')
  if (error) {
    const reason = error.issues[0]!.message
    throw new AppError('invalid', `Rename this file and send it again: ${reason}.`, {
      invalidParams: [{ name: 'Upload-Metadata.filename', reason }],
    })
  }
  const parts = data
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return [...parts.join('/')].slice(-MAX_NAME_LENGTH).join('') || 'unnamed'
}

/** Null for text that is not a time, and for a time that the database cannot hold. */
function timeOf(text: string | null | undefined): Date | null {
  const ms = Date.parse(text ?? '')
  return ms >= 0 && ms < YEAR_10000_MS ? new Date(ms) : null
}
