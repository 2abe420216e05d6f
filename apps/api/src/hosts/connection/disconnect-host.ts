import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { lockHost, refuseWhileApplying } from '../host-row.ts'
import { refuseWhileRecording } from '../running-recordings.ts'

/**
 * Destroys the key pair and the pin.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`
 */
export async function disconnectHost(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHost(tx, id)
    await refuseWhileApplying(tx, id)
    await refuseWhileRecording(tx, id)
    await tx.sshAccess.deleteMany({ where: { hostId: id } })
    await audit(tx, actor, { action: 'host.disconnect', target: { kind: 'host', id, name } })
  })
}
