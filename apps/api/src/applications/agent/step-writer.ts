import type { ApplicationStep as XenStep } from '@steelyard/xen'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import { requireOwnJob } from '../../jobs/hold-own-job.ts'
import { applicationStep } from '../../stored-changes.ts'

/** Steps written before an action; the step that follows completes them. */
const AHEAD = new Set(['setting', 'restoring'])

/**
 * Stores each step before the next action. A process that was taken for dead and replaced must not
 * continue to write to the host, so every step checks that this attempt still owns the job. The
 * roll-back of a cancelled job is still recorded.
 *
 * @param offset added to positions when a roll-back starts again
 */
export function stepWriter(
  { deps, jobId, attempt }: Pick<JobContext<unknown>, 'deps' | 'jobId' | 'attempt'>,
  applicationId: string,
  offset = 0,
): (step: XenStep) => Promise<void> {
  return (step) =>
    deps.db.$transaction(async (tx) => {
      await requireOwnJob(tx, { jobId, attempt })
      await completeStepAhead(tx, applicationId, step)
      const at = new Date(step.at)
      await tx.applicationStep.create({
        data: {
          applicationId,
          position: offset + step.sequence,
          kind: step.kind,
          detail: applicationStep.write(step),
          state: AHEAD.has(step.kind) ? 'running' : outcomeOf(step),
          startedAt: at,
          finishedAt: AHEAD.has(step.kind) ? null : at,
        },
      })
    })
}

async function completeStepAhead(tx: Tx, applicationId: string, step: XenStep): Promise<void> {
  await tx.applicationStep.updateMany({
    where: { applicationId, state: 'running' },
    data: { state: outcomeOf(step), finishedAt: new Date(step.at) },
  })
}

/** The step after a command shows its outcome: its own read-back, or another step for a failure. */
function outcomeOf(step: XenStep): 'done' | 'failed' {
  switch (step.kind) {
    case 'read-back':
    case 'restored':
      return step.matches ? 'done' : 'failed'
    case 'rechecked':
      return step.drift.length === 0 ? 'done' : 'failed'
    case 'rolling-back':
      return step.reason.code === 'requested' ? 'done' : 'failed'
    case 'contact-lost':
    case 'not-undone':
      return 'failed'
    case 'finished':
      return step.outcome === 'failed' ? 'failed' : 'done'
    default:
      return 'done'
  }
}

/** The position from which an interrupted roll-back continues numbering. */
export async function lastPosition(db: Deps['db'], applicationId: string): Promise<number> {
  const { _max } = await db.applicationStep.aggregate({
    where: { applicationId },
    _max: { position: true },
  })
  return _max.position ?? 0
}
