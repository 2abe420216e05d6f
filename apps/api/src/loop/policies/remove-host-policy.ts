import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { lockHostRow } from '../../hosts/host-row.ts'

/** @throws AppError `host-not-found`, `policy-not-found` where the host has none of its own */
export async function removeHostPolicy(db: Db, actor: Actor, hostId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    const { count } = await tx.policy.deleteMany({ where: { hostId } })
    if (count === 0) throw notFound('policy')
    const target = { kind: 'host', id: hostId, name }
    await audit(tx, actor, { action: 'policy.remove', target })
  })
}
