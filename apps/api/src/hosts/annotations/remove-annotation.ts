import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { lockHostRow } from '../host-row.ts'

/** @throws AppError `host-not-found`, `annotation-not-found` */
export async function removeAnnotation(
  db: Db,
  actor: Actor,
  { id: hostId, annotationId }: { id: string; annotationId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    const row = await tx.annotation.findUnique({ where: { id: annotationId, hostId } })
    if (!row) throw notFound('annotation')
    await tx.annotation.delete({ where: { id: annotationId } })
    const target = { kind: 'host', id: hostId, name }
    const detail = { id: annotationId, at: row.at.toISOString(), text: row.text }
    await audit(tx, actor, { action: 'annotation.remove', target, detail })
  })
}
