import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { refuseWhileMoving } from '../../pools/refuse-moving-guests.ts'
import { holdPoolOf, refreshPoolOf } from '../grouping/refresh-pool.ts'
import { lockHost, refuseWhileApplying } from '../host-row.ts'
import { refuseWhileRecording } from '../running-recordings.ts'

/**
 * Destroys the key pair and the pin.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`, `guest-moving`
 */
export async function disconnectHost(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdPoolOf(tx, id)
    const { name } = await lockHost(tx, id)
    await refuseWhileApplying(tx, id)
    await refuseWhileRecording(tx, id)
    await refuseWhileMoving(tx, id)
    await tx.sshAccess.deleteMany({ where: { hostId: id } })
    await refreshPoolOf(tx, id)
    await audit(tx, actor, { action: 'host.disconnect', target: { kind: 'host', id, name } })
  })
}
