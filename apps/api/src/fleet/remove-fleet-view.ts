import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'

/** @throws AppError `view-not-found`, also for a view of somebody else */
export async function removeFleetView(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const userId = actor.principal.userId!
    const row = await tx.fleetView.findUnique({ where: { id, userId } })
    if (!row) throw notFound('view')
    await tx.fleetView.delete({ where: { id } })
    const target = { kind: 'fleet-view', id, name: row.name }
    await audit(tx, actor, { action: 'fleet-view.remove', target })
  })
}
