import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { holdUpload } from './hold-upload.ts'
import { loadUpload, type UploadWithSources } from './upload-row.ts'

/** @throws AppError `upload-not-found` */
export async function renameUpload(
  db: Db,
  actor: Actor,
  id: string,
  name: string,
): Promise<UploadWithSources> {
  return db.$transaction(async (tx) => {
    const before = await holdUpload(tx, id)
    await tx.upload.update({ where: { id }, data: { name } })
    const target = { kind: 'upload', id, name: before.name }
    await audit(tx, actor, { action: 'upload.rename', target, detail: { name } })
    return loadUpload(tx, id)
  })
}
