import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { Prisma, type Tx } from '../../db.ts'
import { isBeingApplied } from '../host-row.ts'
import { hostInventory } from '../stored-inventory.ts'
import { driftOf } from './domain-drift.ts'

/**
 * Runs after a reading: new drift is dated and recorded once in the audit trail, and drift that is
 * over is removed. It does nothing while weights are being written, because the values are then in
 * transition.
 */
export async function noteDrift(tx: Tx, hostId: string, readAt: Date): Promise<void> {
  if (await isBeingApplied(tx, hostId)) return
  const domains = await tx.domain.findMany({
    where: { hostId, applied: { not: Prisma.DbNull } },
    orderBy: { name: 'asc' },
  })
  if (domains.length === 0) return
  const { name, inventory } = await tx.host.findUniqueOrThrow({ where: { id: hostId } })
  const drifts = domains.map((domain) => ({
    domain,
    drift: driftOf(domain, hostInventory.readIfAny(inventory)),
  }))
  const idsOf = (wanted: (item: (typeof drifts)[number]) => boolean) =>
    drifts.filter(wanted).map(({ domain }) => domain.id)
  const over = idsOf(({ domain, drift }) => domain.driftSince !== null && drift.length === 0)
  await tx.domain.updateMany({ where: { id: { in: over } }, data: { driftSince: null } })
  const appeared = drifts.filter(({ domain, drift }) => !domain.driftSince && drift.length > 0)
  if (appeared.length === 0) return
  await tx.domain.updateMany({
    where: { id: { in: appeared.map(({ domain }) => domain.id) } },
    data: { driftSince: readAt },
  })
  await audit(tx, systemActor('agent'), {
    action: 'host.drift',
    target: { kind: 'host', id: hostId, name },
    detail: { domains: appeared.map(({ domain, drift }) => ({ domain: domain.name, drift })) },
  })
}
