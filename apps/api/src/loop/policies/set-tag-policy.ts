import type { PolicySettings } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import type { PolicyModel } from '../../generated/prisma/models.ts'

/**
 * Gives the hosts with a tag a policy, also those that get the tag later.
 * @throws AppError `forbidden` (`not-on-every-host`)
 */
export async function setTagPolicy(
  db: Db,
  actor: Actor,
  { tag, settings }: { tag: string; settings: PolicySettings },
): Promise<PolicyModel> {
  requireEverywhere(actor.principal, 'hosts:write')
  return db.$transaction(async (tx) => {
    const policy = await tx.policy.upsert({
      where: { tag },
      create: { tag, settings },
      update: { settings },
    })
    const target = { kind: 'policy', id: policy.id, name: tag }
    await audit(tx, actor, { action: 'policy.set', target, detail: { settings } })
    return policy
  })
}
