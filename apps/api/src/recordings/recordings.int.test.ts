import { readdir } from 'node:fs/promises'
import * as contract from '@steelyard/contract'
import { domainNamed, type Faults, happenings, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  expectStatus,
  type HostClient,
  installGuestKey,
  startHostClient,
} from '../hosts/testing/host-client.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { settleLostRecordings } from './settle-recording.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient({ worker: true })
})
afterAll(() => client.close())

/** A recording of 10 s takes half a second. */
const SPEED = 20
const SHORT = { seconds: 10 }

async function enrolled(options: { speed?: number } = { speed: SPEED }) {
  const double = await client.startDouble(options)
  return { double, ...(await client.enrol(double)) }
}

async function setUpGuest(
  host: contract.Host,
  name: string,
  speed = SPEED,
): Promise<XenHostDouble> {
  const guest = await client.startDouble({ username: 'www', speed })
  const params = { id: host.id, domainId: host.domains.find((d) => d.name === name)!.id }
  const body = {
    address: '127.0.0.1',
    port: guest.port,
    username: 'www',
    path: '/var/log/access.log',
    logFormat: '%h %l %u %t "%r" %>s %b %D',
  }
  const set = expectStatus(await client.call(contract.setGuestLog, { params, body }), 202)
  await waitForJob(client.api.deps, set.job.id)
  const { guestLog } = (await client.get(host.id)).domains.find((d) => d.name === name)!
  installGuestKey(guest, guestLog!)
  const fingerprint = { fingerprint: guestLog!.offeredFingerprint }
  const reply = await client.call(contract.confirmGuestLog, { params, body: fingerprint })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return guest
}

const start = (id: string, body: object = SHORT) =>
  client.call(contract.startRecording, { params: { id }, body })
const readUpload = async (id: string): Promise<contract.Upload> =>
  expectStatus(await client.call(contract.getUpload, { params: { id } }), 200)

/** Waits for the recording and for the inspection after it. */
async function recorded(id: string, body: object = SHORT) {
  const { upload, job } = expectStatus(await start(id, body), 202)
  const ended = await waitForJob(client.api.deps, job.id)
  const { jobId } = await readUpload(upload.id)
  await waitForJob(client.api.deps, jobId!)
  return { job: ended, upload: await readUpload(upload.id) }
}

/** Waits until the recording is receiving samples. */
async function underWay(id: string, body: object): Promise<{ uploadId: string; jobId: string }> {
  const { upload, job } = expectStatus(await start(id, body), 202)
  await waitForJob(client.api.deps, job.id, ({ progress }) => {
    const { stage, done } = (progress ?? {}) as Partial<contract.JobProgress>
    return stage === 'Recording' && (done ?? 0) >= 1
  })
  return { uploadId: upload.id, jobId: job.id }
}

/** Ignores warnings about clocks, which cannot agree while the double's time runs faster. */
const warningsOf = ({ warnings }: contract.Upload) =>
  warnings.filter((warning) => !warning.startsWith('The clock of'))

const auditOf = (targetId: string) =>
  client.api.deps.db.auditEvent.findMany({ where: { targetId }, orderBy: { sequence: 'asc' } })

/** Expects that no file and no row of one is kept. */
async function expectNothingKept(uploadId: string): Promise<void> {
  const { db, config } = client.api.deps
  const files = await db.uploadFile.findMany({ select: { id: true } })
  const kept = new Set(files.map(({ id }) => id))
  expect((await readUpload(uploadId)).files).toEqual([])
  expect((await readdir(config.uploadDir)).filter((name) => !kept.has(name))).toEqual([])
}

describe('recording a host', () => {
  it('202: becomes an upload without open questions that can be analysed', async () => {
    const { double, ...host } = await enrolled({ speed: 1 })
    for (const name of ['vm1', 'vm2']) await setUpGuest(host, name, 1)
    const { upload, job } = expectStatus(
      await start(host.id, { name: 'Under load', seconds: 20, trace: true }),
      202,
    )
    expect(upload).toMatchObject({ name: 'Under load', state: 'recording', hostId: host.id })
    expect(job).toMatchObject({ kind: 'record-host', subject: { kind: 'upload', id: upload.id } })
    expect((await client.get(host.id)).recording).toEqual({ uploadId: upload.id, jobId: job.id })
    const seen: contract.JobProgress[] = []
    await waitForJob(client.api.deps, job.id, ({ state, progress }) => {
      if (progress) seen.push(progress as contract.JobProgress)
      return state === 'succeeded'
    })
    expect(seen.at(-1)).toMatchObject({ stage: 'Recording', unit: 'seconds', total: 20 })
    const { jobId } = await readUpload(upload.id)
    await waitForJob(client.api.deps, jobId!)

    const ready = await readUpload(upload.id)
    expect(ready).toMatchObject({ state: 'ready', openQuestions: [], warnings: [], trouble: null })
    expect(ready.files.map(({ name }) => name).sort()).toEqual([
      'access/vm1.log',
      'access/vm2.log',
      'recording.json',
      'xentop.txt',
      'xentrace.bin',
      'xl-after.txt',
      'xl-before.txt',
    ])
    expect(ready.files.every(({ complete, sizeBytes }) => complete && sizeBytes > 0)).toBe(true)
    expect((await client.get(host.id)).recording).toBeNull()
    expect(double.recorders.tracing.on).toBe(false)

    const reply = await client.call(contract.createAnalysis, {
      body: {
        hostId: host.id,
        uploadIds: [upload.id],
        targets: [{ domain: 'vm1', responseTimeMs: 50, throughputPerSecond: null }],
        options: { windowSeconds: 5 },
      },
    })
    const { analysis, job: analysing } = expectStatus(reply, 202)
    await waitForJob(client.api.deps, analysing.id)
    const result = await client.call(contract.getAnalysis, { params: { id: analysis.id } })
    expect(result.body).toMatchObject({ state: 'succeeded' })
    expect(result.body.result.domains.map(({ domain }: { domain: string }) => domain)).toEqual(
      expect.arrayContaining(['vm1', 'vm2']),
    )
    expect((await auditOf(host.id)).map(({ action }) => action)).toContain('host.record')
    expect(await auditOf(upload.id)).toMatchObject([
      { action: 'recording.finish', outcome: 'succeeded', detail: { warnings: [] } },
    ])
  })

  it('reports what could not be included', async () => {
    const { double, ...host } = await enrolled()
    await setUpGuest(host, 'vm1')
    const changed = await setUpGuest(host, 'vm2')
    changed.changeHostKey()
    await setUpGuest(host, 'vm3')
    happenings.destroy(double.host, 'vm3')
    const discovery = await client.call(contract.discoverHost, { params: { id: host.id } })
    await waitForJob(client.api.deps, discovery.body.job.id)
    double.faults = { withoutXentrace: true }
    const { upload } = await recorded(host.id, { ...SHORT, trace: true })
    expect(upload.state).toBe('ready')
    expect(warningsOf(upload)).toEqual([
      expect.stringMatching(/^The scheduler’s events were not recorded: the host has no xentrace/),
      'The access log of vm3 was left out: the guest is no longer on the host.',
      expect.stringMatching(/^The access log of vm2 was not recorded: .*a host key other than/),
    ])
    expect(upload.files.map(({ name }) => name)).not.toContain('xentrace.bin')
    const [, , vm2] = (await client.get(host.id)).domains
    expect(vm2!.guestLog).toMatchObject({
      state: 'failing',
      trouble: { code: 'host-key-changed' },
      offeredFingerprint: changed.hostKeyFingerprint,
    })
  })

  it('leaves out guests’ logs and the trace where they were not requested', async () => {
    const { double, ...host } = await enrolled()
    const guest = await setUpGuest(host, 'vm1')
    guest.commands.length = 0
    const { upload } = await recorded(host.id, { ...SHORT, guestLogs: false })
    expect(upload.files.map(({ name }) => name).sort()).toEqual([
      'recording.json',
      'xentop.txt',
      'xl-after.txt',
      'xl-before.txt',
    ])
    expect(guest.commands).toEqual([])
    expect(double.commands.some((line) => line.includes('xentrace -'))).toBe(false)
  })

  it('allows weights to be written meanwhile, and dates the changes', async () => {
    const { double, ...host } = await enrolled({ speed: 1 })
    const plan = await client.plan({ hostId: host.id, weights: { vm1: 384 } })
    const { uploadId, jobId } = await underWay(host.id, { seconds: 15 })
    const application = await client.ended(await client.apply(plan))
    expect(application.state).toBe('verified')
    expect((await client.get(host.id)).recording).toEqual({ uploadId, jobId })
    await waitForJob(client.api.deps, jobId)
    await waitForJob(client.api.deps, (await readUpload(uploadId)).jobId!)
    const row = await client.api.deps.db.upload.findUniqueOrThrow({ where: { id: uploadId } })
    const { weightChanges } = row.recording as unknown as {
      weightChanges: { atSeconds: number; domain: string; weight: number }[]
    }
    expect(weightChanges).toMatchObject([{ domain: 'vm1', weight: 384 }])
    expect(weightChanges[0]!.atSeconds).toBeGreaterThan(0)
    expect(weightChanges[0]!.atSeconds).toBeLessThan(15)
    expect((await readUpload(uploadId)).warnings).toEqual([])
    expect(domainNamed(double.host, 'vm1').weight).toBe(384)
  })

  it('warns of a weight that someone else changed', async () => {
    const { double, ...host } = await enrolled()
    double.beforeCommand = (line) => {
      if (line.includes('xentop')) happenings.setWeight(double.host, 'vm2', 99)
    }
    const { upload } = await recorded(host.id)
    expect(warningsOf(upload)).toEqual([
      expect.stringContaining('The weight of vm2 changed at an unknown time'),
    ])
  })
})

describe('a recording that fails', () => {
  it('is cancelled halfway: the files are gone, and the upload says so', async () => {
    const { double, ...host } = await enrolled({ speed: 1 })
    await setUpGuest(host, 'vm1', 1)
    const { uploadId, jobId } = await underWay(host.id, { seconds: 600, trace: true })
    const cancelled = await client.call(contract.cancelJob, { params: { id: jobId } })
    expect(cancelled.status).toBe(202)
    const job = await waitForJob(client.api.deps, jobId)
    expect(job.state).toBe('cancelled')
    expect(await readUpload(uploadId)).toMatchObject({
      state: 'refused',
      trouble: { code: 'cancelled' },
    })
    await expectNothingKept(uploadId)
    expect(double.recorders.tracing).toMatchObject({ on: false })
    expect((await client.get(host.id)).recording).toBeNull()
    expect((await auditOf(uploadId)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['recording.finish', 'failed'],
    ])
    expect((await start(host.id)).status).toBe(202)
  })

  it.each<[string, Faults, string]>([
    ['whose host was lost', { cutAfterSamples: 3 }, 'connection-lost'],
    ['of a host that answers with noise', { garbageOn: 'sched-credit' }, 'unexpected-answer'],
  ])('%s', async (_, faults, code) => {
    const { double, ...host } = await enrolled()
    await setUpGuest(host, 'vm1')
    double.faults = faults
    const { job, upload } = await recorded(host.id)
    expect(job).toMatchObject({ state: 'failed', error: { code } })
    expect(upload).toMatchObject({ state: 'refused', trouble: { code } })
    await expectNothingKept(upload.id)
  })

  it('of a host with another key is shown on its page, and nothing is sent', async () => {
    const { double, ...host } = await enrolled()
    double.changeHostKey()
    double.commands.length = 0
    const { upload } = await recorded(host.id)
    expect(upload).toMatchObject({ state: 'refused', trouble: { code: 'host-key-changed' } })
    expect(double.commands).toEqual([])
    expect((await client.get(host.id)).connection).toMatchObject({
      state: 'failing',
      offeredFingerprint: double.hostKeyFingerprint,
    })
  })

  it('reports that tracing may still be on where it could not be switched off', async () => {
    const { double, ...host } = await enrolled()
    double.faults = { cutAfterSamples: 3 }
    double.beforeCommand = (line) => {
      if (line.includes('xentop')) double.faults.dropConnections = 1000
    }
    const { upload } = await recorded(host.id, { ...SHORT, trace: true })
    expect(upload.trouble?.message).toContain('Xen’s tracing may still be on')
    double.faults = {}
  })

  describe('without enough room', () => {
    afterEach(() => {
      client.api.deps.config.maxTotalBytes = Number.POSITIVE_INFINITY
    })

    it('422: does not begin', async () => {
      const host = await enrolled()
      client.api.deps.config.maxTotalBytes = 1000
      expect(await start(host.id)).toMatchObject({ status: 422, body: { code: 'no-space-left' } })
    })

    it('is given up', async () => {
      const { db, config } = client.api.deps
      const { double, ...host } = await enrolled()
      double.beforeCommand = (line) => {
        if (line.includes('xentop')) config.maxTotalBytes = 1
      }
      const { upload } = await recorded(host.id, { seconds: 60 })
      expect(upload).toMatchObject({ state: 'refused', trouble: { code: 'no-space-left' } })
      await expectNothingKept(upload.id)
      expect(await db.uploadFile.count({ where: { uploadId: upload.id } })).toBe(0)
    })
  })

  it('is settled when its job ended without doing so', async () => {
    const { id } = await enrolled()
    const { db } = client.api.deps
    const orphan = async (job: { state: string; error?: object }) => {
      const row = await db.upload.create({
        data: {
          name: 'orphan',
          host: { connect: { id } },
          job: { create: { kind: 'record-host', payload: {}, ...job } },
        },
      })
      await db.uploadFile.create({
        data: { id: crypto.randomUUID(), uploadId: row.id, name: 'xentop.txt', sizeBytes: 1n },
      })
      return row.id
    }
    const cancelled = await orphan({ state: 'cancelled' })
    const error = { code: 'job-runner-lost', message: 'It stopped.' }
    const failed = await orphan({ state: 'failed', error })
    const lost = await orphan({ state: 'failed' })
    const busy = await orphan({ state: 'running' })
    expect(await readUpload(cancelled)).toMatchObject({
      state: 'refused',
      trouble: { code: 'cancelled' },
    })
    await settleLostRecordings(client.api.deps)
    const after = await Promise.all([cancelled, failed, lost, busy].map(readUpload))
    expect(after.map(({ state, trouble, files }) => [state, trouble?.code, files.length])).toEqual([
      ['refused', 'cancelled', 0],
      ['refused', 'job-runner-lost', 0],
      ['refused', 'interrupted', 0],
      ['recording', undefined, 1],
    ])
  })
})

describe('starting a recording', () => {
  it('202: is idempotent', async () => {
    const { id } = await enrolled()
    const call = () =>
      client.call(contract.startRecording, {
        params: { id },
        body: SHORT,
        headers: { 'idempotency-key': 'once' },
      })
    const [first, second] = [await call(), await call()]
    expect(second).toMatchObject({ status: 202, body: { upload: { id: first.body.upload.id } } })
    await waitForJob(client.api.deps, first.body.job.id)
  })

  it('409: is refused for a host that is being recorded or not connected, and the connection stays', async () => {
    const host = await enrolled({ speed: 1 })
    const { uploadId, jobId } = await underWay(host.id, { seconds: 600 })
    const params = { id: host.id }
    const access = { address: '127.0.0.1', port: 22, username: 'root' }
    const refusals: [contract.Endpoint, object, string][] = [
      [contract.startRecording, { params, body: SHORT }, 'host-recording'],
      [contract.deleteHost, { params }, 'host-recording'],
      [contract.disconnectHost, { params }, 'host-recording'],
      [contract.connectHost, { params, body: access }, 'host-recording'],
      [contract.deleteUpload, { params: { id: uploadId } }, 'upload-being-recorded'],
      [contract.inspectUpload, { params: { id: uploadId } }, 'upload-being-recorded'],
    ]
    for (const [endpoint, options, code] of refusals) {
      expect(await client.call(endpoint, options)).toMatchObject({ status: 409, body: { code } })
    }
    await client.call(contract.cancelJob, { params: { id: jobId } })
    await waitForJob(client.api.deps, jobId)
    const { id } = await client.probe(await client.startDouble())
    expect(await start(id)).toMatchObject({ status: 409, body: { code: 'not-connected' } })
  })

  it('400: names the invalid input', async () => {
    const { id } = await enrolled()
    for (const [body, name] of [
      [{ seconds: 9 }, 'body.seconds'],
      [{ seconds: 3601 }, 'body.seconds'],
      [{ seconds: 10, intervalSeconds: 0 }, 'body.intervalSeconds'],
      [{ seconds: 10, intervalSeconds: 6 }, 'body.intervalSeconds'],
      [{ seconds: 10, name: '' }, 'body.name'],
    ] as const) {
      const reply = await start(id, body)
      expect([400, 422]).toContain(reply.status)
      expect(reply.body).toMatchObject({ invalidParams: [{ name }] })
    }
  })

  it('401, 403 and 404 for anonymous, unprivileged and unknown requests', async () => {
    const { id } = await enrolled()
    const request = { params: { id }, body: SHORT }
    const { anonymous, as } = client.api
    expect((await anonymous(contract.startRecording, request)).status).toBe(401)
    for (const caller of [
      await as('viewer'),
      await as('operator', ['hosts:read', 'uploads:write']),
    ])
      expect((await caller(contract.startRecording, request)).status).toBe(403)
    const nowhere = { id: '01a1fb00-0000-7000-8000-000000000000' }
    expect((await start(nowhere.id)).status).toBe(404)
    expect(await client.api.deps.db.upload.count({ where: { hostId: id } })).toBe(0)
  })
})
