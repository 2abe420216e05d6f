import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { notFound } from '../../errors.ts'
import { lockHostRow } from '../../hosts/host-row.ts'
import type { GrantedLever } from './grant-row.ts'

/** @throws AppError `host-not-found`, `policy-grant-not-found` where none holds */
export async function revokeGrants(
  db: Db,
  actor: Actor,
  hostId: string,
  lever: GrantedLever,
): Promise<void> {
  await db.$transaction(async (tx) => {
    // The loop applies under the same lock, so that nothing is applied once this is answered.
    const { name } = await lockHostRow(tx, hostId)
    const now = new Date()
    const revoked = await tx.policyGrant.updateManyAndReturn({
      where: { hostId, levers: { has: lever }, revokedAt: null, expiresAt: { gt: now } },
      data: { revokedAt: now, revokedBy: actor.principal.name },
      select: { id: true },
    })
    if (revoked.length === 0) throw notFound('policy-grant')
    const target = { kind: 'host', id: hostId, name }
    const detail = { grantIds: revoked.map(({ id }) => id) }
    await audit(tx, actor, { action: 'policy-grant.revoke', target, detail })
  })
}
