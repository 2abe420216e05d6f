import type { RecordedChange } from '@steelyard/xen'
import type { Actor } from '../access/actor.ts'
import { isUniqueViolation, type Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { applyPlanKind, rollBackKind } from './application-jobs.kind.ts'
import { type ApplicationRow, loadApplication } from './application-row.ts'

export interface NewApplication {
  kind: 'apply' | 'roll-back'
  planId: string
  hostId: string
  rollbackOfId: string | null
  /** The changes to be made, with the values now in force. */
  recorded: RecordedChange[]
}

/** Stores the application and enqueues it for the agent, in the caller's transaction. */
export async function startApplication(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { recorded, ...application }: NewApplication,
): Promise<{ application: ApplicationRow; job: JobModel }> {
  const { id } = await tx.application.create({
    data: {
      ...application,
      before: recorded as unknown as Prisma.InputJsonArray,
      requestedById: actor.principal.userId,
      requestedBy: actor.principal.name,
    },
  })
  const job = await deps.queue.enqueue(
    tx,
    application.kind === 'apply' ? applyPlanKind : rollBackKind,
    { applicationId: id },
    { subject: { kind: 'application', id }, createdById: actor.principal.userId },
  )
  await tx.application.update({ where: { id }, data: { jobId: job.id } })
  return {
    application: await loadApplication(tx, id),
    job: await tx.job.findUniqueOrThrow({ where: { id: job.id } }),
  }
}

/** A partial unique index allows one unfinished application per host and so serves as the lock. */
export function refuseBusyHost(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw conflict(
    'host-busy',
    'Weights are being written on this host right now; wait until that has finished.',
  )
}
