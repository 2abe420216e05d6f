import type { ApplicationResult, RecordedChange } from '@steelyard/xen'
import type { Prisma, Tx } from '../db.ts'
import type { Applied } from '../hosts/domain-drift.ts'
import type { HostReading } from '../hosts/read-enrolled-host.ts'
import type { ApplicationRow } from './application-row.ts'

/**
 * Keeps what a verified application, or a roll-back that was asked for, left on each domain: later
 * readings are held against it. What a roll-back could not or would not put back, and all of an
 * application that came to nothing, stays as it was known.
 */
export async function noteApplied(
  tx: Tx,
  { id, hostId, kind, before }: ApplicationRow,
  result: ApplicationResult,
  reading: HostReading | null,
): Promise<void> {
  const recorded = before as unknown as RecordedChange[]
  const ids = new Map(reading?.inventory.domains.map((domain) => [domain.uuid, domain.id]))
  for (const change of recorded.filter(({ uuid }) => isLeft(uuid, kind, result))) {
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

/** Whether this left the domain with the values that it was about. */
function isLeft(
  uuid: string,
  kind: ApplicationRow['kind'],
  { outcome, hostTouched, notUndone }: ApplicationResult,
): boolean {
  if (kind === 'apply') return outcome === 'verified'
  return hostTouched && !notUndone.some((problem) => problem.uuid === uuid)
}
