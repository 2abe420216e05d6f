import { conflict } from '../errors.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'

/**
 * To be called where the bytes of a file are missing. If they came, this machine looks in another
 * place than the one that received them, and nothing that was sent is lost.
 * @throws AppError `file-elsewhere`
 */
export function refuseElsewhere({ name, receivedBytes, state }: UploadFileModel): void {
  if (receivedBytes === 0n && state !== 'complete') return
  throw conflict(
    'file-elsewhere',
    `${name} is not where this server keeps files. If several servers run, give all of them the same directory or bucket.`,
  )
}
