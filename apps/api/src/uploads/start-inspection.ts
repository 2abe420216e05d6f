import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict, unprocessable } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { holdUpload, refuseWhileRead } from './hold-upload.ts'
import { inspectUploadKind } from './inspection/inspect-upload.kind.ts'
import { stopReading } from './readings/settle-reading.ts'
import { requireHere } from './require-here.ts'
import { loadUpload, type UploadWithSources } from './upload-row.ts'

/**
 * Lets the worker recognise the files once all of them are complete. A later inspection starts over
 * but keeps the answers about files that are still there.
 * @throws AppError `upload-empty`, `upload-incomplete`, `file-elsewhere`,
 *   `upload-being-inspected`, `upload-in-use`
 */
export async function startInspection(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ upload: UploadWithSources; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const upload = await holdUpload(tx, id)
    await refuseWhileRead(tx, upload)
    if (upload.files.length === 0) throw unprocessable('upload-empty', 'This upload has no files.')
    for (const file of upload.files) {
      if (file.receivedBytes === 0n && file.sizeBytes > 0n) throw incomplete(file.name)
      const { bytes } = await requireHere(deps.files, file)
      if (bytes !== Number(file.sizeBytes)) throw incomplete(file.name)
    }
    await stopReading(tx, id)
    await handToWorker(deps, tx, id, actor.principal.userId)
    const target = { kind: 'upload', id, name: upload.name }
    await audit(tx, actor, { action: 'upload.inspect', target })
    const started = await loadUpload(tx, id)
    return { upload: started, job: started.job! }
  })
}

function incomplete(name: string) {
  return conflict('upload-incomplete', `${name} is not complete: send the rest or remove it.`)
}

/** Enqueues an upload whose files are known to be complete. */
export async function handToWorker(
  deps: Deps,
  tx: Tx,
  id: string,
  createdById: string | null,
): Promise<void> {
  const { id: jobId } = await deps.queue.enqueue(
    tx,
    inspectUploadKind,
    { uploadId: id },
    { subject: { kind: 'upload', id }, createdById },
  )
  await tx.upload.update({
    where: { id },
    data: { state: 'receiving', jobId, problem: Prisma.DbNull },
  })
}
