import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobModel } from '../generated/prisma/models.ts'
import { startProcess } from '../testing/start-process.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { GENERATED_LOG_FORMAT, generatedLog } from '../uploads/testing/generated-log.ts'
import { startUploadClient, type UploadClient } from '../uploads/testing/upload-client.ts'

let client: UploadClient
let hostId: string
let uploadId: string
let worker: ChildProcess

/** Starts the shipped worker in a process of its own. */
function startWorker(): ChildProcess {
  const { config } = client.api.deps
  const env = {
    DATABASE_URL: config.databaseUrl,
    STEELYARD_AUDIT_KEY: config.auditKey,
    STEELYARD_UPLOAD_DIR: config.uploadDir,
    STEELYARD_SAMPLES: 'off',
    STEELYARD_LOG_LEVEL: 'error',
  }
  const entry = path.join(import.meta.dirname, '../main-worker.ts')
  return startProcess(entry, env, ['ignore', 'inherit', 'inherit'])
}

async function killed(process_: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => process_.once('exit', resolve))
  process_.kill(signal)
  await exited
}

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
  worker = startWorker()
  const content = gzipSync(generatedLog(900_000), { level: 1 })
  const upload = await client.upload([{ name: 'vm1.log.gz', content }], { hostId })
  uploadId = upload.id
  const params = { id: uploadId, sourceId: upload.sources[0]!.id }
  const body = { settings: { logFormat: GENERATED_LOG_FORMAT } }
  await client.call(contract.updateSource, { params, body })
  // The upload is read as soon as nothing is open; an analysis with other windows reads it anew.
  await vi.waitFor(async () => expect(await client.api.deps.db.observationSet.count()).toBe(1), {
    timeout: 120_000,
    interval: 500,
  })
})
afterAll(async () => {
  await killed(worker, 'SIGTERM')
  await client.close()
})

async function storedRows() {
  const { db } = client.api.deps
  return [
    await db.observationSet.count(),
    await db.observation.count(),
    await db.analysisWindow.count(),
  ]
}

const isReading = (job: JobModel) =>
  job.state === 'running' &&
  (job.progress as contract.JobProgress | null)?.stage === 'Reading' &&
  ((job.progress as contract.JobProgress).done ?? 0) > 0

async function startReading(): Promise<{ analysis: contract.Analysis; jobId: string }> {
  const { body } = await client.call(contract.createAnalysis, {
    body: { hostId, uploadIds: [uploadId], options: { windowSeconds: 20 } },
  })
  const job = await waitForJob(client.api.deps, body.job.id, isReading)
  expect(job.progress).toMatchObject({
    unit: 'bytes',
    message: expect.stringMatching(/lines read/),
  })
  return { analysis: body.analysis, jobId: job.id }
}

describe('an analysis that is stopped in the middle of a file', () => {
  it('leaves nothing when it is cancelled', async () => {
    const before = await storedRows()
    const { analysis, jobId } = await startReading()
    await client.call(contract.cancelJob, { params: { id: jobId } })
    expect(await waitForJob(client.api.deps, jobId)).toMatchObject({ state: 'cancelled' })
    expect(await storedRows()).toEqual(before)
    const { body } = await client.call(contract.getAnalysis, { params: { id: analysis.id } })
    expect(body).toMatchObject({ state: 'cancelled', result: null, trouble: null })
  })

  it('is finished by the next worker when its own is killed, and stored once', async () => {
    const before = await storedRows()
    const { analysis, jobId } = await startReading()
    await killed(worker, 'SIGKILL')
    expect(await storedRows()).toEqual(before)
    worker = startWorker()
    expect(await waitForJob(client.api.deps, jobId)).toMatchObject({
      state: 'succeeded',
      attempts: 2,
    })
    const { body } = await client.call(contract.getAnalysis, { params: { id: analysis.id } })
    expect(contract.Analysis.parse(body).result!.domains[0]).toMatchObject({
      domain: 'vm1',
      measured: { requests: 900_000 },
    })
    expect(await client.api.deps.db.observationSet.count()).toBe(before[0]! + 1)
    expect(await client.api.deps.db.observation.count()).toBe(before[1]! + 3)
  })
})
