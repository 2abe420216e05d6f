import type { RecordedChange } from '@steelyard/xen'
import type { Principal } from '../access/permissions.ts'
import { isUniqueViolation, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { refuseMovingGuests } from '../pools/refuse-moving-guests.ts'
import { recordedChanges } from '../stored-changes.ts'
import { applyPlanKind, rollBackKind } from './application-jobs.kind.ts'
import { type ApplicationRow, loadApplication } from './application-row.ts'

interface NewApplication {
  kind: 'apply' | 'roll-back'
  planId: string
  hostId: string
  rollbackOfId: string | null
  /** The changes to be made, with the values now in force. */
  recorded: RecordedChange[]
}

/** In whose name it is done. */
export type Requester = Pick<Principal, 'userId' | 'name'>

/** Stores the application and enqueues it for the agent, in the caller's transaction. */
export async function startApplication(
  deps: Deps,
  tx: Tx,
  { userId, name }: Requester,
  { recorded, ...application }: NewApplication,
): Promise<{ application: ApplicationRow; job: JobModel }> {
  await refuseMovingGuests(tx, application.hostId)
  const { id } = await tx.application.create({
    data: {
      ...application,
      before: recordedChanges.write(recorded),
      requestedById: userId,
      requestedBy: name,
    },
  })
  const job = await deps.queue.enqueue(
    tx,
    application.kind === 'apply' ? applyPlanKind : rollBackKind,
    { applicationId: id },
    { subject: { kind: 'application', id }, createdById: userId },
  )
  await tx.application.update({ where: { id }, data: { jobId: job.id } })
  return { application: await loadApplication(tx, id), job }
}

/** A partial unique index allows one unfinished application per host and so serves as the lock. */
export function refuseBusyHost(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw conflict(
    'host-busy',
    'Weights are being written on this host right now; wait until that has finished.',
  )
}
