import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { refreshPoolOf } from '../grouping/refresh-pool.ts'
import { lockIdleHost } from '../lock-idle-host.ts'

/**
 * Destroys the key pair and the pin.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`, `guest-moving`
 */
export async function disconnectHost(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockIdleHost(tx, id)
    await tx.sshAccess.deleteMany({ where: { hostId: id } })
    await refreshPoolOf(tx, id)
    await audit(tx, actor, { action: 'host.disconnect', target: { kind: 'host', id, name } })
  })
}
