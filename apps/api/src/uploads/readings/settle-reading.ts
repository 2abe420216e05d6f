import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { notifyJob, unfinished } from '../../queue/job-row.ts'
import { openQuestions } from '../open-questions.ts'
import { loadUpload, uploadState } from '../upload-row.ts'
import { readUploadKind } from './read-upload.kind.ts'

/**
 * Reads an upload once nothing about it is open, so that the measured times stand beside the
 * targets and the analysis finds its observations. What is being read with earlier answers stops.
 */
export async function settleReading(
  deps: Deps,
  tx: Tx,
  uploadId: string,
  createdById: string | null,
): Promise<void> {
  await stopReading(tx, uploadId)
  const upload = await loadUpload(tx, uploadId)
  const { sources } = upload
  const isReadable = sources.some(({ included, spec }) => included && spec !== null)
  if (uploadState(upload) !== 'ready' || !isReadable || openQuestions(sources).length > 0) return
  const subject = { kind: 'upload', id: uploadId } as const
  await deps.queue.enqueue(tx, readUploadKind, { uploadId }, { subject, createdById })
}

/** Answers, files or the upload itself are about to change. */
export async function stopReading(tx: Tx, uploadId: string): Promise<void> {
  const running = await tx.job.findMany({
    where: { kind: readUploadKind.kind, subjectKind: 'upload', subjectId: uploadId, ...unfinished },
    select: { id: true },
  })
  for (const { id } of running) {
    await tx.job.update({ where: { id }, data: { cancelRequestedAt: new Date() } })
    await notifyJob(tx, id)
  }
}
