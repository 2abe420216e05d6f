import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'

/** @throws AppError `policy-not-found`; `forbidden` (`not-on-every-host`) */
export async function removeTagPolicy(db: Db, actor: Actor, id: string): Promise<void> {
  requireEverywhere(actor.principal, 'hosts:write')
  await db.$transaction(async (tx) => {
    const policy = await tx.policy.findUnique({ where: { id } })
    if (!policy?.tag) throw notFound('policy')
    await tx.policy.delete({ where: { id } })
    const target = { kind: 'policy', id, name: policy.tag }
    await audit(tx, actor, { action: 'policy.remove', target })
  })
}
