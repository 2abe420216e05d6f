import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { refreshPool } from './grouping/refresh-pool.ts'
import { lockIdleHost } from './lock-idle-host.ts'

/**
 * Deletes a host with its key, analyses, plans and applications. The audit trail stays, and the
 * host itself is not changed.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`, `guest-moving`
 */
export async function deleteHost(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const host = await lockIdleHost(tx, id)
    await tx.host.delete({ where: { id } })
    if (host.poolId) await refreshPool(tx, host.poolId)
    await audit(tx, actor, { action: 'host.delete', target: { kind: 'host', id, name: host.name } })
  })
}
