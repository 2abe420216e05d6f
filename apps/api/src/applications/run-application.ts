import {
  type ApplicationHooks,
  type ApplicationResult,
  applyPlan,
  HostError,
  type HostInventory,
  type RecordedChange,
  type RemoteShell,
  readHost,
  recoverApplication,
  rollbackApplication,
  type ApplicationStep as XenStep,
} from '@steelyard/xen'
import { toTrouble } from '../errors.ts'
import { hostTrouble } from '../hosts/host-trouble.ts'
import { openHostShell } from '../hosts/open-host-shell.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import type { PlanContent } from '../plans/plan-content.ts'
import { applyPlanKind, rollBackKind } from './application-jobs.kind.ts'
import { type ApplicationRow, loadApplication } from './application-row.ts'
import { settleApplication } from './settle-application.ts'
import { lastPosition, requireOwnJob, stepWriter } from './step-writer.ts'

type Context = JobContext<{ applicationId: string }>

const FINISHED = ['verified', 'rolled-back', 'failed']

/** Agent: brings the host to what was confirmed, or back; always to a known, stated end. */
export const runApplication = handleJob(applyPlanKind, run)
export const runRollBack = handleJob(rollBackKind, run)

async function run(job: Context): Promise<{ state: string } | undefined> {
  const { deps, payload } = job
  const application = await loadApplication(deps.db, payload.applicationId)
  if (FINISHED.includes(application.state)) return { state: application.state }
  await begin(job, application)
  const result = await act(job, application)
  const inventory = await readAfterwards(job, application)
  await deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job.jobId, job.attempt)
    await settleApplication(tx, application, result, inventory)
  })
  // The host is in a known state; only now may a cancelled job call itself cancelled.
  job.signal.throwIfAborted()
  return { state: result.outcome }
}

async function begin(job: Context, { id, kind, planId, startedAt }: ApplicationRow): Promise<void> {
  const stage = kind === 'apply' ? 'Applying the plan' : 'Rolling back'
  job.progress({ stage, done: null, total: null, unit: null, message: null })
  await job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job.jobId, job.attempt)
    const data = { state: 'applying', startedAt: startedAt ?? new Date() }
    await tx.application.update({ where: { id }, data })
    if (kind === 'apply')
      await tx.plan.update({ where: { id: planId }, data: { state: 'applying' } })
  })
}

async function act(job: Context, application: ApplicationRow): Promise<ApplicationResult> {
  const { kind, steps } = application
  if (kind === 'apply' && steps.length === 0) return applyFresh(job, application)
  const shell = await openOrPretend(job, application)
  try {
    if (kind === 'apply') {
      const recorded = steps.map((step) => step.detail as unknown as XenStep)
      return await recoverApplication(shell, recorded, hooksOf(job, application))
    }
    const offset = await lastPosition(job.deps.db, application.id)
    const recorded = application.before as unknown as RecordedChange[]
    return await rollbackApplication(shell, recorded, hooksOf(job, application, offset))
  } finally {
    await shell.close()
  }
}

async function applyFresh(job: Context, application: ApplicationRow): Promise<ApplicationResult> {
  const plan = await job.deps.db.plan.findUniqueOrThrow({ where: { id: application.planId } })
  const content = plan.content as unknown as Extract<PlanContent, { kind: 'against-host' }>
  let shell: RemoteShell
  try {
    shell = await openHostShell(job.deps, application.hostId, job.signal)
  } catch (error) {
    return untouched(error)
  }
  try {
    return await applyPlan(shell, content.plan, hooksOf(job, application))
  } finally {
    await shell.close()
  }
}

function untouched(error: unknown): ApplicationResult {
  const { code, message } = toTrouble(hostTrouble(error))
  const reason = { code: code as NonNullable<ApplicationResult['reason']>['code'], message }
  return {
    outcome: 'failed',
    hostTouched: false,
    reason,
    drift: [],
    notUndone: [],
    unrecordedSteps: 0,
  }
}

/**
 * Something may stand changed on the host. If it cannot be reached now, a shell that fails every
 * command starts the patient reconnecting that a roll-back does anyway.
 */
async function openOrPretend(job: Context, { hostId }: ApplicationRow): Promise<RemoteShell> {
  try {
    return await openHostShell(job.deps, hostId)
  } catch (error) {
    const lost = error instanceof HostError ? error : new HostError('unreachable', String(error))
    return {
      commandLine: () => '',
      run: () => Promise.reject(lost),
      close: async () => undefined,
    }
  }
}

function hooksOf(job: Context, { id, hostId }: ApplicationRow, offset = 0): ApplicationHooks {
  const write = stepWriter(job, id, offset)
  return {
    async onStep(step) {
      await write(step)
      job.progress({
        stage: step.kind,
        done: step.sequence,
        total: null,
        unit: 'steps',
        message: null,
      })
    },
    reconnect: () => openHostShell(job.deps, hostId),
    signal: job.signal,
  }
}

/** What the host says in the end, for the record; its absence is shown, not guessed around. */
async function readAfterwards(
  job: Context,
  { hostId }: ApplicationRow,
): Promise<HostInventory | null> {
  try {
    const shell = await openHostShell(job.deps, hostId)
    return await readHost(shell).finally(() => shell.close())
  } catch (error) {
    job.deps.log.warn({ err: error }, 'the host could not be read after an application')
    return null
  }
}
