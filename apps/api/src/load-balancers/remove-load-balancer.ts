import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'
import { lockHostRow } from '../hosts/host-row.ts'

/**
 * Revokes its tokens with it, because they are of no use any more.
 * @throws AppError `host-not-found`, `load-balancer-not-found`
 */
export async function removeLoadBalancer(db: Db, actor: Actor, hostId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    const { count } = await tx.loadBalancer.deleteMany({ where: { hostId } })
    if (count === 0) throw notFound('load-balancer')
    const revoked = await tx.apiToken.updateMany({
      where: { hostId, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    await audit(tx, actor, {
      action: 'load-balancer.remove',
      target: { kind: 'host', id: hostId, name },
      detail: { revokedTokens: revoked.count },
    })
  })
}
