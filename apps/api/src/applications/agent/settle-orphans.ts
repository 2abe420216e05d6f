import type { ApplicationResult, StopReason } from '@steelyard/xen'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { applyPlanKind, rollBackKind } from '../application-jobs.kind.ts'
import { type ApplicationRow, loadApplication } from '../application-row.ts'
import { settleApplication } from './settle-application.ts'

/**
 * Settles an unfinished application whose job has ended. Without a recorded step it never touched
 * the host, because steps are written ahead. With recorded steps the host must be checked, so the
 * application gets a new job, which recovers it.
 */
export async function settleOrphans(deps: Deps): Promise<void> {
  const unfinished = await deps.db.application.findMany({
    where: { state: { in: ['confirmed', 'applying'] } },
    select: { id: true, jobId: true },
  })
  for (const { id, jobId } of unfinished) {
    // An application that cannot be settled must not keep the hosts of the others locked.
    await deps.db
      .$transaction((tx) => settleOrphan(deps, tx, id, jobId))
      .catch((err) => deps.log.error({ err, applicationId: id }, 'an orphan stays unsettled'))
  }
}

async function settleOrphan(deps: Deps, tx: Tx, id: string, jobId: string | null): Promise<void> {
  const [job] = await tx.$queryRaw<{ state: string }[]>`
    SELECT "state" FROM "Job" WHERE "id" = ${jobId}::uuid FOR UPDATE`
  if (job && job.state !== 'failed' && job.state !== 'cancelled') return
  const application = await loadApplication(tx, id)
  if (application.jobId !== jobId || application.finishedAt) return
  // A new job would apply it from the beginning, when the operator is no longer watching.
  if (application.steps.length === 0) {
    const cancelled = job?.state === 'cancelled'
    await settleApplication(tx, application, cancelled ? CANCELLED : NEVER_BEGUN, null)
  } else await giveNewJob(deps, tx, application)
}

function neverBegun(reason: StopReason): ApplicationResult {
  return {
    outcome: 'failed',
    hostTouched: false,
    reason,
    drift: [],
    notUndone: [],
    unrecordedSteps: 0,
  }
}
const CANCELLED = neverBegun({ code: 'cancelled', message: 'It was cancelled before it began.' })
const NEVER_BEGUN = neverBegun({
  code: 'interrupted',
  message: 'The agent was stopped repeatedly before it began.',
})

async function giveNewJob(
  deps: Deps,
  tx: Tx,
  { id, kind, requestedById }: ApplicationRow,
): Promise<void> {
  const job = await deps.queue.enqueue(
    tx,
    kind === 'apply' ? applyPlanKind : rollBackKind,
    { applicationId: id },
    { subject: { kind: 'application', id }, createdById: requestedById },
  )
  await tx.application.update({ where: { id }, data: { jobId: job.id } })
}
