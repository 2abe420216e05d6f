import type { ApplicationResult, RecordedChange } from '@steelyard/xen'
import type { Prisma, Tx } from '../db.ts'
import type { Applied } from '../hosts/domain-drift.ts'
import type { HostReading } from '../hosts/read-enrolled-host.ts'
import type { ApplicationRow } from './application-row.ts'

/**
 * Keeps what a verified application, or a roll-back that was asked for, left on each domain: later
 * readings are held against it. One that came to nothing left what stood before, which stays as it
 * was known.
 */
export async function noteApplied(
  tx: Tx,
  { id, hostId, kind, before }: ApplicationRow,
  { outcome }: ApplicationResult,
  reading: HostReading | null,
): Promise<void> {
  if (outcome !== (kind === 'apply' ? 'verified' : 'rolled-back')) return
  const ids = new Map(reading?.inventory.domains.map((domain) => [domain.uuid, domain.id]))
  for (const change of before as unknown as RecordedChange[]) {
    const applied: Applied = {
      uuid: change.uuid,
      xenId: ids.get(change.uuid) ?? null,
      ...(kind === 'apply' ? change.after : change.before),
      applicationId: id,
      appliedAt: new Date().toISOString(),
    }
    await tx.domain.updateMany({
      where: { hostId, name: change.name },
      data: { applied: applied as unknown as Prisma.InputJsonObject },
    })
  }
}
