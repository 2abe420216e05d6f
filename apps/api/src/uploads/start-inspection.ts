import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict, unprocessable } from '../errors.ts'
import type { JobModel, UploadFileModel } from '../generated/prisma/models.ts'
import { holdUpload, refuseWhileRead } from './hold-upload.ts'
import { inspectUploadKind } from './inspection/inspect-upload.kind.ts'
import { stopReading } from './readings/settle-reading.ts'
import { refuseElsewhere } from './refuse-elsewhere.ts'
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
  const found = await loadUpload(deps.db, id)
  await refuseWhileRead(deps.db, found)
  // Before the transaction: a store that is away must not keep a connection to the database.
  await Promise.all(found.files.map((file) => requireComplete(deps, file)))
  const complete = new Set(found.files.map((file) => file.id))
  return deps.db.$transaction(async (tx) => {
    const upload = await holdUpload(tx, id)
    await refuseWhileRead(tx, upload)
    if (upload.files.length === 0) throw unprocessable('upload-empty', 'This upload has no files.')
    for (const file of upload.files) if (!complete.has(file.id)) throw incomplete(file.name)
    await stopReading(tx, id)
    await handToWorker(deps, tx, id, actor.principal.userId)
    const target = { kind: 'upload', id, name: upload.name }
    await audit(tx, actor, { action: 'upload.inspect', target })
    const started = await loadUpload(tx, id)
    return { upload: started, job: started.job! }
  })
}

async function requireComplete({ files }: Deps, file: UploadFileModel): Promise<void> {
  const stored = await files.stat(file.id)
  if (!stored) refuseElsewhere(file)
  if (stored?.bytes !== Number(file.sizeBytes)) throw incomplete(file.name)
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
