import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '../../db.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { holdUpload } from '../hold-upload.ts'
import { sampleFiles, startUploadClient, type UploadClient } from '../testing/upload-client.ts'
import { readUploadKind } from './read-upload.kind.ts'
import { stopReading } from './settle-reading.ts'

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

async function measurements(id: string): Promise<contract.Measurements> {
  const { body } = await client.call(contract.getMeasurements, { params: { id } })
  return contract.Measurements.parse(body)
}

async function read(id: string): Promise<contract.Measurements> {
  const { jobId } = await measurements(id)
  if (jobId) await waitForJob(client.api.deps, jobId)
  return measurements(id)
}

const logs = (unit: string) =>
  ['vm1', 'vm2', 'vm3'].map((domain) => ({
    name: `${domain}.log`,
    content: Array.from(
      { length: 200 },
      (_, i) =>
        `10.0.0.1 - - [01/Oct/2026:12:0${Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')} +0200] "GET /${domain} HTTP/1.1" 200 13 "-" "curl" ${(i % 100) + 1}${unit}\n`,
    ).join(''),
  }))

describe('a recording without open questions', () => {
  it('is read by itself; its times are measured, and the analysis does not read it again', async () => {
    const upload = await client.upload(
      sampleFiles('paper-table3-equal', (path) => /xenmon|access-epoch|recording/.test(path)),
    )
    const found = await read(upload.id)
    expect(found).toMatchObject({ state: 'ready', trouble: null })
    expect(found.domains.map(({ domain }) => domain)).toEqual(['vm1', 'vm2', 'vm3'])
    for (const { p50Ms, p95Ms, p99Ms, meanMs, requests, histogram } of found.domains) {
      expect(p50Ms!).toBeLessThan(p95Ms!)
      expect(p95Ms!).toBeLessThan(p99Ms!)
      expect(meanMs).toBeGreaterThan(0)
      expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(requests)
      expect(histogram.length).toBeLessThanOrEqual(48)
    }
    const reread = await client.call(contract.getUpload, { params: { id: upload.id } })
    expect(reread.body.sources.filter((s: contract.Source) => s.included && s.report)).toHaveLength(
      reread.body.sources.filter((s: contract.Source) => s.included && s.observes).length,
    )
    const { db } = client.api.deps
    const host = await db.host.create({ data: { name: 'read once' } })
    const before = await db.observationSet.findMany()
    const analysis = await client.analyse({ hostId: host.id, uploadIds: [upload.id] })
    expect(analysis.state).toBe('succeeded')
    const stored = await db.analysis.findUniqueOrThrow({ where: { id: analysis.id } })
    expect(before.map(({ id }) => id)).toContain(stored.observationSetId)
  })
})

it('is taken up by an analysis that begins while it goes on, and reads no file again', async () => {
  const { db } = client.api.deps
  const upload = await client.upload(logs('us'))
  await read(upload.id)
  const host = await db.host.create({ data: { name: 'waits' } })
  const { id: hostId } = host
  // An analysis finds the sources unread, and a reading that has not ended.
  const reports = await db.source.findMany({ where: { uploadId: upload.id } })
  await db.source.updateMany({ where: { uploadId: upload.id }, data: { report: Prisma.DbNull } })
  const unfinished = await db.job.create({
    data: {
      kind: readUploadKind.kind,
      state: 'running',
      payload: { uploadId: upload.id },
      subjectKind: 'upload',
      subjectId: upload.id,
      progress: { stage: 'Reading', done: 7, total: 9, unit: 'bytes', message: null },
    },
  })
  const { body } = await client.call(contract.createAnalysis, {
    body: { hostId, uploadIds: [upload.id], targets: [] },
  })
  const progressOf = async () =>
    (await db.job.findUniqueOrThrow({ where: { id: body.job.id } })).progress
  await expect.poll(progressOf, { timeout: 20_000 }).toMatchObject({ done: 7, total: 9 })
  await client.api.deps.files.remove(upload.files.map((file) => file.id))
  for (const { id, report } of reports)
    await db.source.update({ where: { id }, data: { report: report! } })
  await db.job.update({ where: { id: unfinished.id }, data: { state: 'succeeded' } })
  expect(await waitForJob(client.api.deps, body.job.id)).toMatchObject({ state: 'succeeded' })
})

describe('a recording with a question', () => {
  it('is read when the last one is answered, and again when an answer changes', async () => {
    const upload = await client.upload(logs(''))
    expect(upload.openQuestions).toHaveLength(3)
    expect(await measurements(upload.id)).toMatchObject({ state: 'open-questions', domains: [] })

    const say = (durationUnit: string, alike: boolean) =>
      client.call(contract.updateSource, {
        params: { id: upload.id, sourceId: upload.sources[0]!.id },
        body: { settings: { durationUnit }, alike },
      })
    const answered = await say('ms', true)
    expect(answered.body.openQuestions).toEqual([])
    const inMs = await read(upload.id)
    expect(inMs.state).toBe('ready')
    expect(inMs.domains.map(({ meanMs }) => Math.round(meanMs))).toEqual([51, 51, 51])

    await say('us', false)
    const changed = await read(upload.id)
    expect(changed.domains[0]!.meanMs).toBeCloseTo(0.0505, 3)
    expect(changed.domains[1]!.meanMs).toBeCloseTo(50.5, 1)
    // What the first answer gave belongs to nobody any more.
    const sets = await client.api.deps.db.observationSet.count({
      where: { uploads: { some: { id: upload.id } } },
    })
    expect(sets).toBe(1)
  })
})

it('can be stopped by an answer at the moment in which it stores its results', async () => {
  const { db, queue } = client.api.deps
  const upload = await client.upload(logs(''))
  await client.call(contract.updateSource, {
    params: { id: upload.id, sourceId: upload.sources[0]!.id },
    body: { settings: { durationUnit: 'ms' }, alike: true },
  })
  await read(upload.id)
  const { id: jobId } = await db.$transaction(
    async (answering) => {
      await holdUpload(answering, upload.id)
      // Shorter than PostgreSQL takes to notice two transactions that wait for each other.
      await answering.$executeRaw`SET LOCAL lock_timeout = '500ms'`
      const again = await db.$transaction((tx) =>
        queue.enqueue(
          tx,
          readUploadKind,
          { uploadId: upload.id },
          { subject: { kind: 'upload', id: upload.id }, createdById: null },
        ),
      )
      await expect.poll(waitingForUpload, { timeout: 20_000 }).toBe(1)
      await stopReading(answering, upload.id)
      return again
    },
    { timeout: 30_000 },
  )
  expect(await waitForJob(client.api.deps, jobId)).toMatchObject({ state: 'cancelled' })
})

/** How many connections wait for the row that `holdUpload` locks. */
async function waitingForUpload(): Promise<number> {
  const [row] = await client.api.deps.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%"Upload"%FOR UPDATE%'`
  return row!.count
}

it('404 for an upload that does not exist, 403 without the permission', async () => {
  const params = { id: crypto.randomUUID() }
  expect((await client.call(contract.getMeasurements, { params })).status).toBe(404)
  const anonymous = await client.api.anonymous(contract.getMeasurements, { params })
  expect(anonymous.status).toBe(401)
})
