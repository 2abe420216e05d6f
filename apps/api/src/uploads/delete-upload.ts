import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { holdUpload, refuseWhileRead } from './hold-upload.ts'
import { stopReading } from './readings/settle-reading.ts'

/**
 * Deletes an upload, its files and the observations made from it. Analyses keep their results.
 * @throws AppError `upload-not-found`, `upload-being-inspected`, `upload-in-use`
 */
export async function deleteUpload(deps: Deps, actor: Actor, id: string): Promise<void> {
  const fileIds = await deps.db.$transaction(async (tx) => {
    const upload = await holdUpload(tx, id)
    await refuseWhileRead(tx, upload)
    await stopReading(tx, id)
    // Another upload may hold the same bytes, and these observations then belong to it too.
    await tx.observationSet.deleteMany({ where: { uploads: { some: { id }, every: { id } } } })
    await tx.upload.delete({ where: { id } })
    const target = { kind: 'upload', id, name: upload.name }
    await audit(tx, actor, { action: 'upload.delete', target })
    return upload.files.map((file) => file.id)
  })
  // After the commit, because bytes without a row are cleaned up later, but a row without bytes
  // would be wrong.
  await deps.files.remove(fileIds)
}
