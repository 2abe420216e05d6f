import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { lockPool } from './pool-row.ts'

/** @throws AppError `pool-not-found` */
export async function removePool(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockPool(tx, id)
    await tx.pool.delete({ where: { id } })
    await audit(tx, actor, { action: 'pool.remove', target: { kind: 'pool', id, name } })
  })
}
