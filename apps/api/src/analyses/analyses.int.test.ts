import { gunzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import {
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'

let client: UploadClient
let call: Caller
let viewer: Caller
let hostId: string
let upload: contract.Upload
let finished: contract.Analysis
const nowhere = crypto.randomUUID()
const wanted = (path: string) => path.startsWith('client/') || path === 'recording.json'

beforeAll(async () => {
  client = await startUploadClient()
  call = client.call
  viewer = await client.api.as('viewer')
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
  upload = await client.upload(sampleFiles('paper-table3-equal', wanted), { hostId })
  finished = await client.analyse({ hostId, uploadIds: [upload.id], name: 'first' })
})
afterAll(() => client.close())

/** Counts the lines of the clients' CSV, without its header. */
function requestsIn(path: string): number {
  const [file] = sampleFiles('paper-table3-equal', (name) => name === path)
  return gunzipSync(file!.content).toString().trimEnd().split('\n').length - 1
}

const create = (body: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  call(contract.createAnalysis, {
    body: { hostId, uploadIds: [upload.id], ...body },
    ...(headers ? { headers } : {}),
  })

describe('createAnalysis', () => {
  it('202 returns the analysis and its job, and audits it', async () => {
    const reply = await create({ name: 'second' })
    expect(reply.status).toBe(202)
    const analysis = contract.Analysis.parse(reply.body.analysis)
    expect(analysis).toMatchObject({ name: 'second', hostName: 'xen1', result: null })
    expect(reply.body.job.subject).toEqual({ kind: 'analysis', id: analysis.id })
    expect(reply.headers.location).toBe(`/api/v1/analyses/${analysis.id}`)
    await waitForJob(client.api.deps, reply.body.job.id)
    const events = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: analysis.id },
    })
    expect(events.map((event) => event.action)).toEqual(['analysis.create'])
  })

  it('202: targets mean what was chosen for the host, unless the request says otherwise', async () => {
    const chosen = { targetStatistic: 'p99', targetWindowSeconds: 60 }
    const host = await client.api.deps.db.host.create({ data: { name: 'p99', ...chosen } })
    const optionsOf = async (options: object) => {
      const { body } = await create({ hostId: host.id, options })
      await waitForJob(client.api.deps, body.job.id)
      return body.analysis.options
    }
    expect(await optionsOf({})).toMatchObject(chosen)
    const asked = { targetStatistic: 'mean', targetWindowSeconds: null }
    expect(await optionsOf(asked)).toMatchObject(asked)
  })

  it('202 once for one idempotency key, 422 for another request under it', async () => {
    const headers = { 'idempotency-key': 'k-analysis' }
    const [first, second] = [await create({}, headers), await create({}, headers)]
    expect(second.body.analysis.id).toBe(first.body.analysis.id)
    expect((await create({ name: 'other' }, headers)).status).toBe(422)
    await waitForJob(client.api.deps, first.body.job.id)
  })

  it.each([
    ['a host that does not exist', { hostId: nowhere }, 'body.hostId'],
    ['an upload that does not exist', { uploadIds: [nowhere] }, 'body.uploadIds.0'],
    ['no upload', { uploadIds: [] }, 'body.uploadIds'],
    ['a step that does not divide 1', { options: { stepShare: 0.3 } }, 'body.options.stepShare'],
    [
      'an estimator that is unknown',
      { options: { estimator: 'oracle' } },
      'body.options.estimator',
    ],
    [
      'a range that ends before it begins',
      { options: { range: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' } } },
      'body.options.range',
    ],
    [
      'two targets of one domain',
      {
        targets: [1, 2].map((responseTimeMs) => ({
          domain: 'vm1',
          responseTimeMs,
          throughputPerSecond: null,
        })),
      },
      'body.targets',
    ],
    [
      'bounds that exclude each other',
      { options: { bounds: [{ domain: 'vm1', minShare: 0.6, maxShare: 0.5 }] } },
      'body.options.bounds.0',
    ],
  ])('400 or 422 for %s', async (_, body, name) => {
    const reply = await create(body)
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.invalidParams[0].name).toBe(name)
  })

  it('401 without credentials and 403 without the permission', async () => {
    const body = { hostId, uploadIds: [upload.id] }
    expect((await client.api.anonymous(contract.createAnalysis, { body })).status).toBe(401)
    expect((await viewer(contract.createAnalysis, { body })).status).toBe(403)
  })

  it('409 for an upload that is not inspected', async () => {
    const { id } = await client.createUpload()
    expect(await create({ uploadIds: [id] })).toMatchObject({
      status: 409,
      body: { code: 'upload-not-ready' },
    })
  })

  it('422 when every source is left out', async () => {
    const other = await client.upload(
      sampleFiles('paper-table3-equal', (p) => p === 'client/vm1.csv.gz'),
    )
    const params = { id: other.id, sourceId: other.sources[0]!.id }
    await call(contract.updateSource, { params, body: { included: false } })
    expect(await create({ uploadIds: [other.id] })).toMatchObject({
      status: 422,
      body: { code: 'nothing-included' },
    })
  })
})

describe('an analysis of client times alone', () => {
  it('measures, and reports what it cannot estimate', () => {
    expect(finished.state).toBe('succeeded')
    const { domains, dataQuality } = finished.result!
    expect(domains.map(({ domain, measured }) => [domain, measured!.requests])).toEqual(
      ['vm1', 'vm2', 'vm3'].map((domain) => [domain, requestsIn(`client/${domain}.csv.gz`)]),
    )
    for (const domain of domains) {
      expect(domain.measured!.meanMs).toBeGreaterThan(0)
      expect(domain.estimates.every((estimate) => estimate.responseTimeMs === null)).toBe(true)
      expect(domain.estimates[0]!.reasons[0]).toMatch(/service time/)
    }
    expect(finished.result!.recommendation).toBeNull()
    const codes = dataQuality.map((reason) => reason.code)
    expect(codes).toEqual(
      expect.arrayContaining(['service-time-unknown', 'no-recommendation', 'domain0-missing']),
    )
  })
})

describe('a range without windows', () => {
  it('fails the analysis with the expected range', async () => {
    const range = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }
    const body = { hostId, uploadIds: [upload.id], options: { range } }
    const analysis = await client.analyse(body)
    expect(analysis).toMatchObject({ state: 'failed', result: null, verdict: null })
    expect(analysis.trouble).toMatchObject({ code: 'range-without-windows' })
    expect(analysis.trouble!.expected).toContain('2026-11-20')
  })
})

describe('listEstimators', () => {
  it('200 lists those that forecast first, with what each cannot see; 401 without a session', async () => {
    const { body } = await viewer(contract.listEstimators)
    const { data } = contract.listEstimators.response!.parse(body)
    const forecasts = data.map((each) => each.forecasts)
    expect(forecasts).toEqual(forecasts.toSorted((a, b) => Number(b) - Number(a)))
    expect(data[0]).toMatchObject({ id: 'twin', kind: 'simulation', blindTo: [] })
    expect(data.find(({ id }) => id === 'sandpiper')).toMatchObject({
      label: 'SandPiper',
      standing: 'inferred',
      forecasts: false,
      blindTo: expect.arrayContaining(['weights']),
    })
    expect((await client.api.anonymous(contract.listEstimators)).status).toBe(401)
  })
})

describe('listAnalyses and getAnalysis', () => {
  it('200 newest first, by host', async () => {
    const all = await viewer(contract.listAnalyses, { query: { hostId } })
    expect(all.body.data.map((a: contract.AnalysisSummary) => a.id)).toContain(finished.id)
    const none = await viewer(contract.listAnalyses, { query: { hostId: nowhere } })
    expect(none.body.data).toEqual([])
    const one = await viewer(contract.listAnalyses, { query: { limit: 1 } })
    expect(one.body.meta.nextCursor).not.toBeNull()
  })

  it('400, 401 and 404 for invalid, anonymous and unknown requests', async () => {
    expect((await call(contract.getAnalysis, { params: { id: '1' } })).status).toBe(400)
    const params = { id: nowhere }
    expect((await client.api.anonymous(contract.getAnalysis, { params })).status).toBe(401)
    expect((await call(contract.getAnalysis, { params })).status).toBe(404)
    expect((await call(contract.getAnalysisSeries, { params })).status).toBe(404)
    const table = { params: { id: nowhere, table: 'errors' } }
    expect((await call(contract.exportAnalysis, table)).status).toBe(404)
  })
})

describe('a cancelled analysis', () => {
  it('leaves no observations, and its parts report that there is no result', async () => {
    const { db } = client.api.deps
    const rows = async () => ({
      sets: await db.observationSet.count(),
      observations: await db.observation.count(),
      windows: await db.analysisWindow.count(),
    })
    const before = await rows()
    // Another window length, for which no observations are stored yet.
    const { body } = await create({ options: { windowSeconds: 7 } })
    const { analysis, job } = body
    await call(contract.cancelJob, { params: { id: job.id } })
    await waitForJob(client.api.deps, job.id)
    expect(await rows()).toEqual(before)
    const params = { id: analysis.id }
    expect((await call(contract.getAnalysis, { params })).body.state).toBe('cancelled')
    expect(await call(contract.getAnalysisSeries, { params })).toMatchObject({
      status: 409,
      body: { code: 'analysis-not-finished' },
    })
    expect((await call(contract.deleteAnalysis, { params })).status).toBe(204)
  })
})

describe('deleteAnalysis', () => {
  it('204 removes what no other analysis uses', async () => {
    const { db } = client.api.deps
    const body = { hostId, uploadIds: [upload.id], options: { windowSeconds: 9 } }
    const [a, b] = [await client.analyse(body), await client.analyse(body)]
    const { observationSetId } = await db.analysis.findUniqueOrThrow({ where: { id: a.id } })
    await call(contract.deleteAnalysis, { params: { id: a.id } })
    expect(await db.analysisWindow.count({ where: { analysisId: a.id } })).toBe(0)
    expect(await db.observation.count({ where: { setId: observationSetId! } })).toBeGreaterThan(0)
    await call(contract.deleteAnalysis, { params: { id: b.id } })
    expect(await db.observationSet.findUnique({ where: { id: observationSetId! } })).toBeNull()
  })

  it('403, 404, and 409 while it runs', async () => {
    expect((await viewer(contract.deleteAnalysis, { params: { id: finished.id } })).status).toBe(
      403,
    )
    expect((await call(contract.deleteAnalysis, { params: { id: nowhere } })).status).toBe(404)
    const { db } = client.api.deps
    const job = await db.job.create({
      data: { kind: 'run-analysis', payload: {}, state: 'running' },
    })
    const { id } = await db.analysis.create({
      data: { name: 'x', hostId, options: {}, jobId: job.id },
    })
    expect((await call(contract.deleteAnalysis, { params: { id } })).status).toBe(409)
  })
})

describe('updateAnalysis', () => {
  const params = () => ({ id: finished.id })

  it('200 renames, notes and tags it, and audits what changed', async () => {
    const change = { name: 'Monday', notes: 'before the move', tags: ['web', 'eu'] }
    const reply = await call(contract.updateAnalysis, { params: params(), body: change })
    expect(reply).toMatchObject({ status: 200, body: change })
    const tags = await call(contract.updateAnalysis, { params: params(), body: { tags: [] } })
    expect(tags.body).toMatchObject({ ...change, tags: [] })
    const { db } = client.api.deps
    const events = await db.auditEvent.findMany({
      where: { targetId: finished.id, action: 'analysis.update' },
      orderBy: { sequence: 'asc' },
    })
    expect(events.map((event) => [event.targetName, event.detail])).toEqual([
      ['first', change],
      ['Monday', { tags: [] }],
    ])
  })

  it.each([
    [{ name: ' ' }, 'body.name'],
    [{ tags: ['a', 'a'] }, 'body.tags'],
    [{ tags: [''] }, 'body.tags.0'],
    [{ notes: 'a\u0000b' }, 'body.notes'],
  ])('400 or 422 for %j', async (body, name) => {
    const reply = await call(contract.updateAnalysis, { params: params(), body })
    expect([400, 422]).toContain(reply.status)
    expect(reply.body).toMatchObject({ invalidParams: [{ name }] })
  })

  it('401, 403 and 404', async () => {
    const body = { name: 'x' }
    const update = { params: params(), body }
    expect((await client.api.anonymous(contract.updateAnalysis, update)).status).toBe(401)
    expect((await viewer(contract.updateAnalysis, update)).status).toBe(403)
    const none = await call(contract.updateAnalysis, { params: { id: nowhere }, body })
    expect(none.status).toBe(404)
  })
})

describe('deleteAnalyses', () => {
  const stored = async (name: string) =>
    (await client.api.deps.db.analysis.create({ data: { name, hostId, options: {}, result: {} } }))
      .id
  const remove = (ids: string[]) => call(contract.deleteAnalyses, { body: { ids } })

  it('204 deletes all of them, each with its own audit row', async () => {
    const ids = [await stored('one'), await stored('two')]
    expect((await remove([...ids, ids[0]!])).status).toBe(204)
    const { db } = client.api.deps
    expect(await db.analysis.count({ where: { id: { in: ids } } })).toBe(0)
    const events = await db.auditEvent.findMany({ where: { targetId: { in: ids } } })
    expect(events.map(({ action, targetName }) => [action, targetName]).sort()).toEqual([
      ['analysis.delete', 'one'],
      ['analysis.delete', 'two'],
    ])
  })

  it('404 and 409 delete none of them', async () => {
    const { db } = client.api.deps
    const [free, applied] = [await stored('free'), await stored('applied')]
    const plan = await db.plan.create({ data: { hostId, analysisId: applied, wanted: {} } })
    const application = await db.application.create({
      data: { hostId, planId: plan.id, kind: 'apply', state: 'applying', requestedBy: 'ada' },
    })
    expect((await remove([free, nowhere])).status).toBe(404)
    expect(await remove([free, applied])).toMatchObject({
      status: 409,
      body: { code: 'analysis-being-applied', detail: expect.stringContaining('applied') },
    })
    expect(await db.analysis.count({ where: { id: { in: [free, applied] } } })).toBe(2)
    await db.application.update({ where: { id: application.id }, data: { state: 'verified' } })
    expect((await remove([free, applied])).status).toBe(204)
  })

  it('400, 401 and 403', async () => {
    expect((await remove([])).status).toBe(400)
    expect((await remove(Array.from({ length: 101 }, () => nowhere))).status).toBe(400)
    const body = { ids: [finished.id] }
    expect((await client.api.anonymous(contract.deleteAnalyses, { body })).status).toBe(401)
    expect((await viewer(contract.deleteAnalyses, { body })).status).toBe(403)
  })
})

describe('an analysis whose upload was deleted', () => {
  it('keeps its result, while the observations are gone (410)', async () => {
    const other = await client.upload(sampleFiles('paper-table3-reweighted', wanted), { hostId })
    const analysis = await client.analyse({ hostId, uploadIds: [other.id] })
    expect((await call(contract.deleteUpload, { params: { id: other.id } })).status).toBe(204)
    const params = { id: analysis.id }
    expect((await call(contract.getAnalysis, { params })).body.result).toEqual(analysis.result)
    const table = (name: string) =>
      call(contract.exportAnalysis, { params: { ...params, table: name } })
    expect((await table('windows')).status).toBe(200)
    expect(await table('observations')).toMatchObject({
      status: 410,
      body: { code: 'observations-deleted' },
    })
  })
})
