import type { JobKind } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { authorise } from '../access/permissions.ts'
import { authoriseReach } from '../access/reach.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { notifyJob } from '../queue/job-row.ts'

/** Cancelling one of these decides the state of a host as much as starting it does. */
const ON_HOSTS: readonly JobKind[] = [
  'apply-plan',
  'roll-back-application',
  'move-guest',
  'store-weight',
]

/**
 * A queued job ends at once. A running one is asked to stop and ends when its handler has cleaned
 * up.
 * @throws AppError `not-found`, `forbidden` without the permission that starting such a job takes,
 *   or `conflict` (`job-ended`)
 */
export async function cancelJob(db: Db, actor: Actor, id: string): Promise<JobModel> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Job" WHERE "id" = ${id}::uuid FOR UPDATE`
    const job = await tx.job.findUnique({ where: { id } })
    if (!job) throw notFound('job')
    if (ON_HOSTS.some((kind) => kind === job.kind)) {
      authorise(actor.principal, 'plans:apply')
      await authoriseReach(tx, actor.principal, 'plans:apply', [{ kind: 'job', id }])
    }
    if (job.state !== 'queued' && job.state !== 'running') {
      throw conflict('job-ended', `This job has already ended: ${job.state}.`)
    }
    const now = new Date()
    const cancelled = await tx.job.update({
      where: { id },
      data: {
        cancelRequestedAt: job.cancelRequestedAt ?? now,
        ...(job.state === 'queued' ? { state: 'cancelled', finishedAt: now } : {}),
      },
    })
    await notifyJob(tx, id)
    const target = { kind: 'job', id, name: job.kind }
    await audit(tx, actor, { action: 'job.cancel', target })
    return cancelled
  })
}
