import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { poolByUuid } from './advised-pool.ts'

/**
 * XAPI forgets its balancer whatever is answered, so one that never joined may leave too.
 * @throws AdvisorRefusal for a pool that is not known
 */
export async function leavePool(db: Db, poolUuid: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { id, name, advised } = await poolByUuid(tx, poolUuid)
    if (!advised) return
    await tx.advisedPool.delete({ where: { poolId: id } })
    const target = { kind: 'pool', id, name }
    await audit(tx, systemActor('wlb'), { action: 'pool.wlb-leave', target })
  })
}
