import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { loadChannel, targetOf } from './channel-row.ts'

/**
 * What it had to send goes with it.
 * @throws AppError `notification-channel-not-found`
 */
export async function removeChannel(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const channel = await loadChannel(tx, id)
    await tx.notificationChannel.delete({ where: { id } })
    const { kind, shownAddress, _count } = channel
    const detail = { kind, shownAddress, waiting: _count.notifications }
    const target = targetOf(channel)
    await audit(tx, actor, { action: 'notification-channel.remove', target, detail })
  })
}
