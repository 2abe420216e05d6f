import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemActor } from '../access/actor.ts'
import { onBehalfOf } from '../asking-request.ts'
import { AppError } from '../errors.ts'
import { defineJobKind } from '../queue/job-kind.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { cancelJob } from './cancel-job.ts'
import { handleJob, type JobContext } from './handle-job.ts'
import { startJobRunner } from './job-runner.ts'
import { runJob } from './run-job.ts'

const kind = defineJobKind({
  kind: 'inspect-upload',
  runner: 'worker',
  payload: z.object({ what: z.string() }),
  maxAttempts: 3,
})
type Context = JobContext<{ what: string }>

let deps: TestDeps
let runner: { stop(): Promise<void> } | undefined
let handler: (context: Context) => Promise<Record<string, unknown> | undefined>

beforeAll(async () => {
  deps = await startTestDeps({ supervise: true })
  runner = await startJobRunner(deps, 'worker', [handleJob(kind, (context) => handler(context))], 2)
})
afterEach(() => {
  handler = async () => undefined
})
afterAll(async () => {
  await runner?.stop()
  await deps.close()
})

const enqueue = (what = 'x') => deps.db.$transaction((tx) => deps.queue.enqueue(tx, kind, { what }))

describe('a job', () => {
  it('runs with its payload, shows progress and keeps its result', async () => {
    const seen: unknown[] = []
    handler = async ({ payload, attempt, progress }) => {
      seen.push(payload, attempt)
      progress({ stage: 'reading', done: 5, total: 10, unit: 'lines' })
      return { lines: 10 }
    }
    const { id } = await enqueue('traces')
    const job = await waitForJob(deps, id)
    expect(seen).toEqual([{ what: 'traces' }, 1])
    expect(job).toMatchObject({ state: 'succeeded', result: { lines: 10 }, attempts: 1 })
    expect(job.progress).toMatchObject({ stage: 'reading', done: 5 })
    expect(job.startedAt).not.toBeNull()
    expect(job.finishedAt).not.toBeNull()
  })

  it('logs the request that asked for it, and so do the jobs that it asks for', async () => {
    const logged: unknown[] = []
    let further = ''
    handler = async ({ payload, deps: { log } }) => {
      logged.push(log.bindings().requestId)
      if (payload.what === 'first') further = (await enqueue('further')).id
      return undefined
    }
    const first = await onBehalfOf('a-request', () => enqueue('first'))
    await waitForJob(deps, first.id)
    await waitForJob(deps, further)
    await waitForJob(deps, (await enqueue('of the product itself')).id)
    expect(logged).toEqual(['a-request', 'a-request', undefined])
  })

  it('does not exist when the transaction that enqueued it is rolled back', async () => {
    let ran = false
    handler = async () => {
      ran = true
      return undefined
    }
    let id = ''
    const rolledBack = deps.db.$transaction(async (tx) => {
      id = (await deps.queue.enqueue(tx, kind, { what: 'never' })).id
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await waitForJob(deps, (await enqueue()).id)
    expect(ran).toBe(true)
    expect(await deps.db.job.findUnique({ where: { id } })).toBeNull()
    expect(await deps.queue.boss.findJobs('worker', { data: { jobId: id } })).toEqual([])
  })

  it('fails at once, with the reason, on an expected error', async () => {
    handler = async () => {
      throw new AppError('unprocessable', 'Line 3 is not a xenmon row.', {
        code: 'not-a-trace',
        trouble: { where: { line: 3 }, fix: 'Upload the log of xenmon -n.' },
        internal: 'secret detail',
      })
    }
    const job = await waitForJob(deps, (await enqueue()).id)
    expect(job).toMatchObject({ state: 'failed', attempts: 1 })
    expect(job.error).toEqual({
      code: 'not-a-trace',
      message: 'Line 3 is not a xenmon row.',
      where: { line: 3 },
      fix: 'Upload the log of xenmon -n.',
    })
  })

  it('is tried again after an unexpected error and then fails without revealing internals', async () => {
    let calls = 0
    handler = async () => {
      calls += 1
      throw new Error('password=hunter2 in a stack trace')
    }
    const job = await waitForJob(deps, (await enqueue()).id)
    expect(calls).toBe(3)
    expect(job).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'internal' } })
    expect(JSON.stringify(job)).not.toContain('hunter2')
  })

  it('stops when it is cancelled while running', async () => {
    handler = async ({ signal }) => {
      await sleep(60_000, undefined, { signal })
      return { finished: true }
    }
    const { id } = await enqueue()
    await waitForJob(deps, id, (job) => job.state === 'running')
    await cancelJob(deps.db, systemActor('api'), id)
    const job = await waitForJob(deps, id)
    expect(job).toMatchObject({ state: 'cancelled', result: null, attempts: 1 })
    await expect(cancelJob(deps.db, systemActor('api'), id)).rejects.toMatchObject({
      code: 'job-ended',
    })
  })

  it('never starts when it is cancelled while queued', async () => {
    const started: string[] = []
    handler = async ({ jobId }) => void started.push(jobId)
    const { id } = await deps.db.$transaction(async (tx) => {
      const job = await deps.queue.enqueue(tx, kind, { what: 'cancelled' })
      await tx.job.update({ where: { id: job.id }, data: { state: 'cancelled' } })
      return job
    })
    await waitForJob(deps, (await enqueue()).id)
    expect(started).not.toContain(id)
  })
})

describe('an attempt that lost its job to another process', () => {
  it('is aborted and can overwrite neither progress nor result of its successor', async () => {
    const registrations = new Map([[kind.kind as string, handleJob(kind, (c) => handler(c))]])
    const run = (id: string) =>
      runJob(deps, registrations, { jobId: id }, new AbortController().signal)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    handler = async ({ attempt, signal, progress }) => {
      if (attempt === 2) {
        await held
        return { by: 'successor' }
      }
      await aborted(signal)
      progress({ stage: 'late' })
      return { by: 'stalled' }
    }
    // A row without a message, so that the runner of this file does not take the job.
    const { id } = await deps.db.job.create({ data: { kind: kind.kind, payload: { what: 'x' } } })
    const stalled = run(id)
    await waitForJob(deps, id, (job) => job.attempts === 1)
    const successor = run(id)
    await stalled
    expect(await deps.db.job.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'running',
      attempts: 2,
      progress: null,
    })
    release()
    await successor
    expect(await waitForJob(deps, id)).toMatchObject({
      state: 'succeeded',
      result: { by: 'successor' },
      progress: null,
    })
  })
})

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}
