import type { ApplicationResult } from '@steelyard/xen'
import { type HostReading, readEnrolledHost } from '../../hosts/reading/read-enrolled-host.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { requireOwnJob } from '../../jobs/hold-own-job.ts'
import { applyPlanKind, rollBackKind } from '../application-jobs.kind.ts'
import { type ApplicationRow, loadApplication } from '../application-row.ts'
import { actOnHost } from './act-on-host.ts'
import { settleApplication } from './settle-application.ts'

type Context = JobContext<{ applicationId: string }>

const FINISHED = ['verified', 'rolled-back', 'failed']

/** Agent: brings the host to the confirmed values, or back, and always to a known state. */
export const runApplication = handleJob(applyPlanKind, run)
export const runRollBack = handleJob(rollBackKind, run)

async function run(job: Context): Promise<{ state: string }> {
  const { deps, payload, signal } = job
  const application = await loadApplication(deps.db, payload.applicationId)
  if (FINISHED.includes(application.state)) return { state: application.state }
  await begin(job, application)
  const result = withCause(await actOnHost(job, application), signal)
  const reading = await readAfterwards(job, application)
  await deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    await settleApplication(tx, application, result, reading)
  })
  // A job that was stopped may end as stopped only now that the host is in a known state.
  if (result.reason?.code === 'cancelled') signal.throwIfAborted()
  return { state: result.outcome }
}

async function begin(job: Context, { id, kind, startedAt }: ApplicationRow): Promise<void> {
  const stage = kind === 'apply' ? 'Applying the plan' : 'Rolling back'
  job.progress({ stage })
  await job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    const data = { state: 'applying', startedAt: startedAt ?? new Date() }
    await tx.application.update({ where: { id }, data })
  })
}

/** Distinguishes an operator's cancellation from a process that was asked to stop. */
function withCause(result: ApplicationResult, signal: AbortSignal): ApplicationResult {
  if (result.reason?.code !== 'cancelled' || !(signal.reason instanceof Error)) return result
  const message = `It was stopped on the way: ${signal.reason.message}.`
  return { ...result, reason: { code: 'cancelled', message } }
}

/** Reads the host at the end, for the record. A failed reading is shown as missing. */
async function readAfterwards(
  { deps }: Context,
  { hostId }: ApplicationRow,
): Promise<HostReading | null> {
  try {
    return await readEnrolledHost(deps, hostId)
  } catch (error) {
    deps.log.warn({ err: error }, 'the host could not be read after an application')
    return null
  }
}
