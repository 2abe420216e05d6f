import {
  type ApplicationResult,
  isAbout,
  LEVERS,
  type LeftValues,
  type LeverKind,
  type RecordedChange,
  type RecordedOf,
} from '@steelyard/xen'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Prisma, Tx } from '../../db.ts'
import { type AppliedValues, appliedValues } from '../../hosts/drift/domain-drift.ts'
import { holdPoolOf } from '../../hosts/grouping/refresh-pool.ts'
import { holdHost } from '../../hosts/host-row.ts'
import type { HostReading } from '../../hosts/reading/read-enrolled-host.ts'
import { storeReading } from '../../hosts/reading/store-reading.ts'
import { recordedChanges } from '../../stored-changes.ts'
import type { ApplicationRow } from '../application-row.ts'
import { presentResult } from '../present-result.ts'
import { applicationResult, type StoredResult, storedResult } from '../stored-result.ts'

/** Stores how an application ended, the host's values, and the audit row. */
export async function settleApplication(
  tx: Tx,
  application: ApplicationRow,
  result: ApplicationResult,
  reading: HostReading | null,
): Promise<void> {
  const { id, hostId, kind, host } = application
  const recorded = recordedChanges.read(application.before)
  const stored = storedResult(result, recorded, reading?.inventory ?? null)
  await holdPoolOf(tx, hostId)
  await holdHost(tx, hostId)
  await tx.application.update({
    where: { id },
    data: {
      state: result.outcome,
      finishedAt: new Date(),
      result: applicationResult.write(stored),
    },
  })
  await noteApplied(tx, application, result, reading)
  if (reading) await storeReading(tx, reading, { applicationId: id })
  const good = kind === 'apply' ? 'verified' : 'rolled-back'
  await audit(tx, systemActor('agent'), {
    action: kind === 'apply' ? 'application.finish' : 'roll-back.finish',
    target: { kind: 'application', id, name: host.name },
    outcome: result.outcome === good ? 'succeeded' : 'failed',
    detail: auditDetail(stored),
  })
}

function auditDetail(stored: StoredResult): Prisma.InputJsonObject {
  const { statement, readBack, alsoRead } = presentResult(stored)
  return { state: stored.ended.outcome, statement, readBack, alsoRead }
}

/**
 * Records the values that a verified application or a requested roll-back left on each domain, so
 * that later readings can be compared with them. Values that a roll-back could not or would not
 * restore, and all values of a failed application, keep their earlier record.
 */
async function noteApplied(
  tx: Tx,
  { id, hostId, kind, before }: ApplicationRow,
  result: ApplicationResult,
  reading: HostReading | null,
): Promise<void> {
  const recorded = recordedChanges.read(before)
  const ids = new Map(reading?.inventory.domains.map((domain) => [domain.uuid, domain.id]))
  for (const change of recorded.filter((each) => isLeft(each, kind, result))) {
    const values = leftBy(change, kind)
    if (values === null) continue
    const { uuid, name } = change
    const where = { hostId_name: { hostId, name } }
    const domain = await tx.domain.findUnique({ where })
    if (!domain) continue
    const known = appliedValues.readIfAny(domain.applied)
    const applied: AppliedValues = {
      // Keeps the values of other levers that were left on the same domain earlier, except after a
      // move to another cpupool, which resets them all.
      ...(known?.uuid === uuid && values.cpupool === undefined ? known : {}),
      uuid,
      xenId: ids.get(uuid) ?? null,
      ...values,
      applicationId: id,
      appliedAt: new Date().toISOString(),
    }
    const data = { applied: appliedValues.write(applied) }
    await tx.domain.update({ where, data })
  }
}

/** The values that later readings of the domain can show; null where they show none. */
function leftBy<K extends LeverKind>(
  { lever, before, after }: RecordedOf<K>,
  kind: ApplicationRow['kind'],
): LeftValues | null {
  return LEVERS[lever].left?.of(kind === 'apply' ? after : before) ?? null
}

/** Whether this left the domain with the intended values. */
function isLeft(
  change: RecordedChange,
  kind: ApplicationRow['kind'],
  { outcome, hostTouched, notUndone }: ApplicationResult,
): boolean {
  if (kind === 'apply') return outcome === 'verified'
  return hostTouched && !notUndone.some((problem) => isAbout(problem, change))
}
