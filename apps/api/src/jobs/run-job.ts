import { onBehalfOf } from '../asking-request.ts'
import type { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError, toTrouble } from '../errors.ts'
import { jobAttempts } from '../metrics.ts'
import type { JobKind } from '../queue/job-kind.ts'
import { type JobMessage, sendJob } from '../queue/job-queue.ts'
import { changeOwnJob, notifyJob } from '../queue/job-row.ts'
import { JOB_CHANNEL } from '../queue/listener.ts'
import { traceJob } from '../tracing/tracing.ts'
import type { JobContext, JobRegistration } from './handle-job.ts'
import { createProgressWriter } from './progress.ts'
import { StageTimes } from './stage-times.ts'

type Ended = { state: 'succeeded' | 'failed' | 'cancelled'; result?: unknown; error?: unknown }

class JobStopped extends Error {}
const CANCELLED = new JobStopped('the job was cancelled')
const TAKEN_OVER = new JobStopped('another process took the job over')

/**
 * Runs one attempt of a job. Returns when nothing is left to do for the queue's message; throws to
 * have the queue deliver it again. `attempts` is the fencing token: every write names the attempt it
 * belongs to, so a stalled process that comes back cannot overwrite its successor's work.
 */
export async function runJob(
  deps: Deps,
  registrations: ReadonlyMap<string, JobRegistration>,
  message: JobMessage,
  stopping: AbortSignal,
): Promise<void> {
  const { jobId } = message
  const job = await claim(deps, registrations, jobId)
  if (!job) return
  const { kind, handler } = job.registration
  const own = { jobId, attempt: job.attempt }
  const { requestId } = job
  const span = traceJob({ kind: kind.kind, ...own, requestId, traceParent: job.traceParent })
  const asked = requestId === null ? {} : { requestId }
  const log = deps.log.child({ jobId, kind: kind.kind, attempt: job.attempt, ...asked })
  const ownership = watchOwnership(deps, own)
  const signal = AbortSignal.any([ownership.signal, stopping])
  const stages = new StageTimes()
  const progress = createProgressWriter(async (latest) => {
    await changeOwnJob(deps.db, own, { progress: latest }).catch((err) =>
      log.warn({ err }, 'job progress was not written'),
    )
  })
  try {
    await ownership.check()
    signal.throwIfAborted()
    const context: JobContext<unknown> = {
      ...own,
      payload: kind.payload.parse(job.payload),
      signal,
      progress(latest) {
        stages.enter(latest.stage)
        progress.report({ done: null, total: null, unit: null, message: null, ...latest })
      },
      deps: { ...deps, log },
    }
    const work = handler as (c: JobContext<unknown>) => Promise<unknown>
    const result = await onBehalfOf(requestId, () => work(context), span.traceParent)
    await progress.flush()
    await end(deps, own, { state: 'succeeded', result })
    count(kind, 'succeeded')
    span.end('succeeded')
    log.info({ stagesMs: stages.read() }, 'job succeeded')
  } catch (error) {
    await progress.flush()
    const outcome = outcomeOf(ownership.signal.reason, stopping)
    count(kind, outcome)
    span.end(outcome, outcome === 'failed' ? error : undefined)
    if (outcome === 'taken-over') return
    if (outcome === 'cancelled') {
      return end(deps, own, { state: 'cancelled' })
    }
    if (outcome === 'requeued') return requeue(deps, job.registration, own, message)
    await fail(deps, job.registration, own, error, log)
  } finally {
    ownership.close()
  }
}

function outcomeOf(reason: unknown, stopping: AbortSignal) {
  if (reason === TAKEN_OVER) return 'taken-over'
  if (reason === CANCELLED) return 'cancelled'
  return stopping.aborted ? 'requeued' : 'failed'
}

function count({ kind }: JobKind, outcome: string): void {
  jobAttempts.inc({ kind, outcome })
}

/** Takes the job for one attempt, or settles it: cancelled while queued, or out of attempts. */
async function claim(
  deps: Deps,
  registrations: ReadonlyMap<string, JobRegistration>,
  jobId: string,
) {
  return deps.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<
      {
        kind: string
        state: string
        attempts: number
        payload: unknown
        requestId: string | null
        traceParent: string | null
        cancelled: boolean
      }[]
    >`SELECT "kind", "state", "attempts", "payload", "requestId", "traceParent", "cancelRequestedAt" IS NOT NULL AS "cancelled"
        FROM "Job" WHERE "id" = ${jobId}::uuid FOR UPDATE`
    if (!row || (row.state !== 'queued' && row.state !== 'running')) return undefined
    const registration = registrations.get(row.kind)
    if (!registration) throw new Error(`no handler for jobs of kind ${row.kind}`)
    const settled = settle(row, registration)
    if (settled) {
      await tx.job.update({ where: { id: jobId }, data: { ...settled, finishedAt: new Date() } })
      await notifyJob(tx, jobId)
      return undefined
    }
    const attempt = row.attempts + 1
    await tx.job.update({
      where: { id: jobId },
      data: {
        state: 'running',
        attempts: attempt,
        ...(attempt === 1 ? { startedAt: new Date() } : {}),
      },
    })
    await notifyJob(tx, jobId)
    const { payload, requestId, traceParent } = row
    return { registration, attempt, payload, requestId, traceParent }
  })
}

function settle(row: { attempts: number; cancelled: boolean }, { kind }: JobRegistration) {
  if (row.cancelled) return { state: 'cancelled' }
  if (row.attempts < kind.maxAttempts) return undefined
  const message = `The process that ran this job stopped unexpectedly, ${row.attempts} times in a row.`
  return { state: 'failed', error: { code: 'job-runner-lost', message } }
}

/** Aborts when the job is cancelled or no longer this attempt's. */
function watchOwnership(deps: Deps, own: { jobId: string; attempt: number }) {
  const controller = new AbortController()
  async function check(): Promise<void> {
    const row = await deps.db.job.findUnique({ where: { id: own.jobId } })
    if (row?.attempts !== own.attempt || row.state !== 'running') controller.abort(TAKEN_OVER)
    else if (row.cancelRequestedAt) controller.abort(CANCELLED)
  }
  const unsubscribe = deps.listener.subscribe(JOB_CHANNEL, own.jobId, () => {
    check().catch((err) => deps.log.warn({ err, jobId: own.jobId }, 'job cannot be watched'))
  })
  return { signal: controller.signal, check, close: unsubscribe }
}

async function end(deps: Deps, own: { jobId: string; attempt: number }, ended: Ended) {
  await changeOwnJob(deps.db, own, {
    state: ended.state,
    finishedAt: new Date(),
    ...(ended.result ? { result: ended.result as Prisma.InputJsonValue } : {}),
    ...(ended.error ? { error: ended.error as Prisma.InputJsonValue } : {}),
  })
}

/** The process is stopping: the interrupted attempt does not count, another process begins anew. */
async function requeue(
  deps: Deps,
  { kind }: JobRegistration,
  own: { jobId: string; attempt: number },
  message: JobMessage,
): Promise<void> {
  await changeOwnJob(deps.db, own, { state: 'queued', attempts: own.attempt - 1 }, (tx) =>
    sendJob(deps.queue.boss, tx, kind, message),
  )
}

async function fail(
  deps: Deps,
  { kind }: JobRegistration,
  own: { jobId: string; attempt: number },
  error: unknown,
  log: Deps['log'],
): Promise<void> {
  const expected = error instanceof AppError
  log[expected ? 'info' : 'error']({ err: error }, 'job attempt failed')
  if (expected || own.attempt >= kind.maxAttempts) {
    return end(deps, own, { state: 'failed', error: toTrouble(error) })
  }
  await changeOwnJob(deps.db, own, { state: 'queued' })
  throw error
}
