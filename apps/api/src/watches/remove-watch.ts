import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'
import { lockHostRow } from '../hosts/host-row.ts'
import { notifyWatch } from '../windows/store-windows.ts'

/**
 * Stops watching a host. The windows that were stored stay until their time is over.
 * @throws AppError `host-not-found`, `watch-not-found`
 */
export async function removeWatch(db: Db, actor: Actor, hostId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    const { count } = await tx.watch.deleteMany({ where: { hostId } })
    if (count === 0) throw notFound('watch')
    await notifyWatch(tx, hostId)
    await audit(tx, actor, { action: 'watch.remove', target: { kind: 'host', id: hostId, name } })
  })
}
