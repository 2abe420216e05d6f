import type { ApplicationResult } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { applyPlanKind, rollBackKind } from './application-jobs.kind.ts'
import { type ApplicationRow, applicationParts } from './application-row.ts'
import { settleApplication } from './settle-application.ts'

const EVERY_MS = 15_000

/** Keeps an eye on applications that lost their job, so that no host stays locked for ever. */
export function startAgentChores(deps: Deps): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const round = () => {
    running = running
      .then(() => settleOrphans(deps))
      .catch((err) => deps.log.error({ err }, 'orphaned applications could not be settled'))
  }
  round()
  const timer = setInterval(round, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * An unfinished application whose job has ended: cancelled in the queue, it never touched the host;
 * with steps on record somebody must look, so it gets a new job, which recovers it.
 */
export async function settleOrphans(deps: Deps): Promise<void> {
  const unfinished = await deps.db.application.findMany({
    where: { state: { in: ['confirmed', 'applying'] } },
    include: applicationParts,
  })
  for (const application of unfinished) {
    await deps.db.$transaction(async (tx) => {
      const jobs = await tx.$queryRaw<{ state: string }[]>`
        SELECT "state" FROM "Job" WHERE "id" = ${application.jobId}::uuid FOR UPDATE`
      const state = jobs[0]?.state ?? 'failed'
      if (state !== 'failed' && state !== 'cancelled') return
      const current = await tx.application.findUniqueOrThrow({ where: { id: application.id } })
      if (current.jobId !== application.jobId || current.finishedAt) return
      if (application.steps.length === 0 && application.state === 'confirmed') {
        await settleApplication(tx, application, NEVER_BEGUN, null)
      } else await giveNewJob(deps, tx, application)
    })
  }
}

const NEVER_BEGUN: ApplicationResult = {
  outcome: 'failed',
  hostTouched: false,
  reason: { code: 'cancelled', message: 'It was cancelled before it began.' },
  drift: [],
  notUndone: [],
  unrecordedSteps: 0,
}

async function giveNewJob(
  deps: Deps,
  tx: Parameters<typeof settleApplication>[0],
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
