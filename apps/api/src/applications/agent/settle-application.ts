import type { ApplicationResult } from '@steelyard/xen'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Prisma, Tx } from '../../db.ts'
import { holdHost } from '../../hosts/host-row.ts'
import type { HostReading } from '../../hosts/reading/read-enrolled-host.ts'
import { storeReading } from '../../hosts/reading/store-reading.ts'
import { recordedChanges } from '../../stored-changes.ts'
import type { ApplicationRow } from '../application-row.ts'
import { presentResult } from '../present-result.ts'
import { applicationResult, type StoredResult, storedResult } from '../stored-result.ts'
import { noteApplied } from './note-applied.ts'

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
