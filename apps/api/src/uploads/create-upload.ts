import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { invalid } from '../errors.ts'
import { loadUpload, type UploadWithSources } from './upload-row.ts'

/** @throws AppError `invalid` for a host that does not exist */
export async function createUpload(
  db: Db,
  actor: Actor,
  input: { name?: string | undefined; hostId: string | null },
): Promise<UploadWithSources> {
  return db.$transaction(async (tx) => {
    if (input.hostId && !(await tx.host.findUnique({ where: { id: input.hostId } }))) {
      throw invalid('body.hostId', 'there is no such host')
    }
    const { id, name } = await tx.upload.create({
      data: {
        name: input.name ?? `Upload of ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
        hostId: input.hostId,
        createdById: actor.principal.userId,
      },
    })
    await audit(tx, actor, { action: 'upload.create', target: { kind: 'upload', id, name } })
    return loadUpload(tx, id)
  })
}
