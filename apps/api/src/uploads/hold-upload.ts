import type { Db, Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { unfinished } from '../queue/job-row.ts'
import { loadUpload, type UploadWithSources, uploadState } from './upload-row.ts'

/** Loads an upload and locks it against changes until the transaction ends. */
export async function holdUpload(tx: Tx, id: string): Promise<UploadWithSources> {
  await tx.$queryRaw`SELECT 1 FROM "Upload" WHERE "id" = ${id}::uuid FOR UPDATE`
  return loadUpload(tx, id)
}

/**
 * Keeps files and answers unchanged while a job reads them.
 * @throws AppError `upload-being-recorded`, `upload-being-inspected`, `upload-in-use`
 */
export async function refuseWhileRead(tx: Db | Tx, upload: UploadWithSources): Promise<void> {
  if (uploadState(upload) === 'recording') {
    throw conflict(
      'upload-being-recorded',
      'This upload is being recorded. Wait, or cancel the recording.',
    )
  }
  if (uploadState(upload) === 'inspecting') {
    throw conflict(
      'upload-being-inspected',
      'This upload is being inspected. Wait, or cancel the inspection.',
    )
  }
  const running = await tx.analysis.count({
    where: { uploads: { some: { id: upload.id } }, job: unfinished },
  })
  if (running > 0) {
    throw conflict(
      'upload-in-use',
      'An analysis is reading this upload. Wait, or cancel the analysis.',
    )
  }
}
