import type { PolicySettings } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { lockHostRow } from '../../hosts/host-row.ts'

/**
 * Gives a host a policy of its own, which replaces those of its tags.
 * @throws AppError `host-not-found`
 */
export async function setHostPolicy(
  db: Db,
  actor: Actor,
  hostId: string,
  settings: PolicySettings,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    await tx.policy.upsert({
      where: { hostId },
      create: { hostId, settings },
      update: { settings },
    })
    const target = { kind: 'host', id: hostId, name }
    await audit(tx, actor, { action: 'policy.set', target, detail: { settings } })
  })
}
