import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { lockHostRow, refuseWhileApplying } from '../../hosts/host-row.ts'
import { findCapsMonitor } from './caps-monitor-row.ts'

/**
 * The caps stay as they are. A monitor that is set up later needs a grant of its own.
 * @throws AppError `host-not-found`, `caps-monitor-not-found`, `host-busy` while caps are being set
 */
export async function removeCapsMonitor(db: Db, actor: Actor, hostId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    const monitor = await findCapsMonitor(tx, hostId)
    if (!monitor) throw notFound('caps-monitor')
    await refuseWhileApplying(tx, hostId)
    await tx.capsMonitor.delete({ where: { hostId } })
    const revoked = await tx.policyGrant.updateManyAndReturn({
      where: { hostId, levers: { has: 'cap' }, revokedAt: null },
      data: { revokedAt: new Date(), revokedBy: actor.principal.name },
      select: { id: true },
    })
    const target = { kind: 'host', id: hostId, name }
    const detail = { capsBefore: monitor.capsBefore, grantIds: revoked.map(({ id }) => id) }
    await audit(tx, actor, { action: 'caps-monitor.remove', target, detail })
  })
}
