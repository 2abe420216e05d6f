import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { conflict } from '../errors.ts'
import { lockPool } from './pool-row.ts'

/**
 * Its hosts that are connected over SSH stay.
 * @throws AppError `pool-not-found`, `guest-moving`
 */
export async function removePool(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockPool(tx, id)
    // Whoever moves the guest would have nowhere to write what came of it.
    if ((await tx.poolMove.count({ where: { poolId: id, state: 'moving' } })) > 0)
      throw conflict(
        'guest-moving',
        'A guest of this pool is being moved; wait until that has ended.',
      )
    await tx.pool.delete({ where: { id } })
    await audit(tx, actor, { action: 'pool.remove', target: { kind: 'pool', id, name } })
  })
}
