import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobMessage, startJobQueue } from '../queue/job-queue.ts'
import { handleHanging, hangingKind } from '../testing/hanging-job.ts'
import { startProcess } from '../testing/start-process.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { startJobRunner } from './job-runner.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await startTestDeps({ supervise: true })
})
afterAll(() => deps.close())

/** Starts a worker process of its own on the test's database, whose jobs never end. */
function startWorkerProcess() {
  const script = path.join(import.meta.dirname, '../testing/hanging-worker.ts')
  const env = {
    DATABASE_URL: deps.config.databaseUrl,
    STEELYARD_AUDIT_KEY: deps.config.auditKey,
    STEELYARD_LOG_LEVEL: 'error',
  }
  return startProcess(script, env, 'inherit')
}

describe('a job whose worker is killed outright', () => {
  it('continues in another worker, and fails with a reason if that happens at every attempt', async () => {
    const worker = startWorkerProcess()
    const enqueue = (lastAttempts: number) =>
      deps.db.$transaction(async (tx) => {
        const job = await deps.queue.enqueue(tx, hangingKind, {})
        await tx.job.update({ where: { id: job.id }, data: { attempts: lastAttempts } })
        return job
      })
    const survivor = await enqueue(0)
    const doomed = await enqueue(hangingKind.maxAttempts - 1)
    for (const { id } of [survivor, doomed]) {
      await waitForJob(deps, id, (job) => job.state === 'running' && job.progress !== null)
    }
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.kill('SIGKILL')
    await exited

    const runner = await startJobRunner(deps, 'worker', [handleHanging(false)], 2)
    expect(await waitForJob(deps, survivor.id)).toMatchObject({
      state: 'succeeded',
      attempts: 2,
      result: { attempt: 2 },
    })
    expect(await waitForJob(deps, doomed.id)).toMatchObject({
      state: 'failed',
      attempts: hangingKind.maxAttempts,
      error: { code: 'job-runner-lost' },
    })
    await runner.stop()
  })

  it('does not count an attempt that a planned stop interrupts, and continues elsewhere', async () => {
    const first = await runnerOfItsOwn(true)
    const { id } = await deps.db.$transaction((tx) => first.queue.enqueue(tx, hangingKind, {}))
    await waitForJob(deps, id, (job) => job.state === 'running')
    await first.stop()
    const interrupted = await deps.db.job.findUniqueOrThrow({ where: { id } })
    expect(interrupted).toMatchObject({ state: 'queued', attempts: 0 })
    const second = await runnerOfItsOwn(false)
    expect(await waitForJob(deps, id)).toMatchObject({ state: 'succeeded', attempts: 1 })
    await second.stop()
  })

  it('keeps background work in the background when it is handed on', async () => {
    const runner = await runnerOfItsOwn(true)
    const background = await deps.db.$transaction((tx) =>
      deps.queue.enqueue(tx, hangingKind, {}, { inBackground: true }),
    )
    await waitForJob(deps, background.id, (job) => job.state === 'running')
    await runner.stop()
    const { boss, close } = await startJobQueue(deps.config.databaseUrl, deps.log, {
      supervise: false,
    })
    const [handedOn] = await boss.fetch<JobMessage>('worker-background')
    expect(handedOn?.data.jobId).toBe(background.id)
    await close()
  })
})

/** It gets a queue of its own, because stopping a runner stops its queue. */
async function runnerOfItsOwn(forEver: boolean) {
  const queue = await startJobQueue(deps.config.databaseUrl, deps.log, { supervise: true })
  const runner = await startJobRunner({ ...deps, queue }, 'worker', [handleHanging(forEver)])
  return { queue, stop: runner.stop }
}
