import {
  type ApplicationHooks,
  type ApplicationResult,
  applyPlan,
  HostError,
  type RemoteShell,
  recoverApplication,
  rollbackApplication,
  type StopCode,
  withStore,
} from '@steelyard/xen'
import { toTrouble } from '../../errors.ts'
import { hostTrouble } from '../../hosts/connection/host-trouble.ts'
import { findEnrolledHost, openHostShell } from '../../hosts/connection/open-host-shell.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import { planAgainstHost } from '../../plans/plan-content.ts'
import { PoolWeights } from '../../pools/agent/pool-weights.ts'
import { applicationStep, recordedChanges } from '../../stored-changes.ts'
import type { ApplicationRow } from '../application-row.ts'
import { refuseForeignValues } from './refuse-foreign-values.ts'
import { lastPosition, stepWriter } from './step-writer.ts'

type Context = JobContext<{ applicationId: string }> & {
  /** Where XAPI keeps the weights as well; null where the plan has nothing kept. */
  store: PoolWeights | null
}

/** Applies, recovers or rolls back, according to the application's record. */
export async function actOnHost(
  job: Omit<Context, 'store'>,
  application: ApplicationRow,
): Promise<ApplicationResult> {
  const plan = await job.deps.db.plan.findUniqueOrThrow({ where: { id: application.planId } })
  const { keeping } = planAgainstHost(plan)
  const store = keeping?.code === 'kept' ? new PoolWeights(job.deps, keeping.poolId) : null
  try {
    return await act({ ...job, store }, application)
  } finally {
    await store?.close()
  }
}

async function act(job: Context, application: ApplicationRow): Promise<ApplicationResult> {
  const begun = application.steps.length > 0
  if (application.kind === 'apply' && !begun) return applyFresh(job, application)
  const shell = await openOrPretend(job, application)
  try {
    if (application.kind === 'apply') return await recover(job, application, shell)
    return await undo(job, application, shell)
  } finally {
    await shell.close()
  }
}

async function applyFresh(job: Context, application: ApplicationRow): Promise<ApplicationResult> {
  const plan = await job.deps.db.plan.findUniqueOrThrow({ where: { id: application.planId } })
  const content = planAgainstHost(plan)
  let shell: RemoteShell
  try {
    shell = await open(job, application.hostId, job.signal)
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
  return {
    outcome: 'failed',
    hostTouched: false,
    reason: { code: code as StopCode, message },
    drift: [],
    notUndone: [],
    unrecordedSteps: 0,
  }
}

function recover(job: Context, application: ApplicationRow, shell: RemoteShell) {
  const recorded = application.steps.map((step) => applicationStep.read(step.detail))
  return recoverApplication(shell, recorded, hooksOf(job, application))
}

async function undo(job: Context, application: ApplicationRow, shell: RemoteShell) {
  const recorded = recordedChanges.read(application.before)
  const hooks = async () =>
    hooksOf(job, application, await lastPosition(job.deps.db, application.id))
  // Checked until the roll-back has begun. A refusal that was interrupted before it was settled
  // does not count as a beginning.
  if (!application.steps.some(({ kind }) => kind === 'rolling-back')) {
    const refused = await refuseForeignValues(shell, recorded, (await hooks()).onStep)
    if (refused) return refused
  }
  return rollbackApplication(shell, recorded, await hooks())
}

async function open({ deps, store }: Context, hostId: string, signal?: AbortSignal) {
  const shell = await openHostShell(deps, await findEnrolledHost(deps, hostId), signal)
  return store ? withStore(shell, store) : shell
}

/**
 * Values on the host may have been changed. If it cannot be reached now, a shell that fails every
 * command makes the roll-back reconnect patiently, as it would after any lost connection.
 */
async function openOrPretend(job: Context, { hostId }: ApplicationRow): Promise<RemoteShell> {
  try {
    return await open(job, hostId)
  } catch (error) {
    const lost = error instanceof HostError ? error : new HostError('unreachable', String(error))
    return {
      commandLine: () => '',
      run: () => Promise.reject(lost),
      stream: () => Promise.reject(lost),
      close: async () => undefined,
    }
  }
}

function hooksOf(job: Context, { id, hostId }: ApplicationRow, offset = 0): ApplicationHooks {
  const write = stepWriter(job, id, offset)
  return {
    async onStep(step) {
      await write(step)
      const done = step.sequence
      job.progress({ stage: step.kind, done, unit: 'steps' })
    },
    reconnect: () => open(job, hostId),
    signal: job.signal,
  }
}
