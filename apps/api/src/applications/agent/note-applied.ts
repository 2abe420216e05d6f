import {
  type ApplicationResult,
  isAbout,
  LEVERS,
  type LeftValues,
  type LeverKind,
  type RecordedChange,
  type RecordedOf,
} from '@steelyard/xen'
import type { Prisma, Tx } from '../../db.ts'
import type { Applied } from '../../hosts/drift/domain-drift.ts'
import type { HostReading } from '../../hosts/read-enrolled-host.ts'
import type { ApplicationRow } from '../application-row.ts'

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
  for (const change of recorded.filter((each) => isLeft(each, kind, result))) {
    const values = leftBy(change, kind)
    if (values === null) continue
    const { uuid, name } = change
    const where = { hostId_name: { hostId, name } }
    const domain = await tx.domain.findUnique({ where })
    if (!domain) continue
    const known = domain.applied as unknown as Applied | null
    const applied: Applied = {
      // What was left on the same domain before, of something else; a move to another cpupool
      // takes all of that away.
      ...(known?.uuid === uuid && values.cpupool === undefined ? known : {}),
      uuid,
      xenId: ids.get(uuid) ?? null,
      ...values,
      applicationId: id,
      appliedAt: new Date().toISOString(),
    }
    const data = { applied: applied as unknown as Prisma.InputJsonObject }
    await tx.domain.update({ where, data })
  }
}

/** What of it later readings show of the domain; null where they show nothing. */
function leftBy<K extends LeverKind>(
  { lever, before, after }: RecordedOf<K>,
  kind: ApplicationRow['kind'],
): LeftValues | null {
  return LEVERS[lever].left(kind === 'apply' ? after : before)
}

/** Whether this left the domain with the values that it was about. */
function isLeft(
  change: RecordedChange,
  kind: ApplicationRow['kind'],
  { outcome, hostTouched, notUndone }: ApplicationResult,
): boolean {
  if (kind === 'apply') return outcome === 'verified'
  return hostTouched && !notUndone.some((problem) => isAbout(problem, change))
}
