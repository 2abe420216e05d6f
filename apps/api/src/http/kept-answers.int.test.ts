import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let one: Caller
beforeAll(async () => {
  api = await startTestApi()
  one = await api.as('operator')
})
afterAll(() => api.close())

const ifNoneMatch = (etag: unknown) => ({ 'if-none-match': String(etag) })

const newHost = async (name: string) =>
  (await one(contract.createHost, { body: { name } })).body as contract.Host

it('shows every change at once', async () => {
  const host = await newHost('fresh')
  const at = { params: { id: host.id } }
  const before = await one(contract.getHost, at)
  const [list, fleet] = [await one(contract.listHosts), await one(contract.getFleet)]
  await one(contract.updateHost, { ...at, body: { name: 'renamed' } })
  const after = await one(contract.getHost, { ...at, headers: ifNoneMatch(before.headers.etag) })
  expect([after.status, after.body.name]).toEqual([200, 'renamed'])
  for (const [endpoint, { headers }] of [
    [contract.listHosts, list],
    [contract.getFleet, fleet],
  ] as const) {
    const reply = await one(endpoint, { headers: ifNoneMatch(headers.etag) })
    expect(reply.status).toBe(200)
    expect(reply.body.data.map(({ name }: contract.Host) => name)).toContain('renamed')
  }
  await one(contract.deleteHost, at)
  expect((await one(contract.getHost, at)).status).toBe(404)
})

it('hides a host from whoever has lost the right to see it', async () => {
  const host = await newHost('guarded')
  const at = { params: { id: host.id } }
  const guest = await api.as('viewer')
  const { headers } = await guest(contract.getHost, at)
  await api.deps.db.grant.updateMany({
    where: { userId: guest.userId },
    data: { tag: 'elsewhere' },
  })
  const hidden = await guest(contract.getHost, { ...at, headers: ifNoneMatch(headers.etag) })
  expect(hidden.status).toBe(404)
  expect((await guest(contract.listHosts)).body.data).toEqual([])
})

it('shows of an analysis the names of its host and uploads and the state of its job', async () => {
  const host = await newHost('analysed')
  const { db } = api.deps
  const upload = await db.upload.create({ data: { name: 'before', hostId: host.id } })
  const job = await db.job.create({ data: { kind: 'run-analysis', payload: {} } })
  const { id } = await db.analysis.create({
    data: {
      name: 'a',
      hostId: host.id,
      options: contract.AnalysisOptions.parse({}),
      jobId: job.id,
      uploads: { connect: { id: upload.id } },
    },
  })
  const read = async () => (await one(contract.getAnalysis, { params: { id } })).body
  expect(await read()).toMatchObject({ hostName: 'analysed', state: 'queued' })
  await db.host.update({ where: { id: host.id }, data: { name: 'moved' } })
  expect(await read()).toMatchObject({ hostName: 'moved' })
  await db.upload.update({ where: { id: upload.id }, data: { name: 'after' } })
  expect(await read()).toMatchObject({ uploads: [{ name: 'after' }] })
  await db.job.update({ where: { id: job.id }, data: { state: 'running' } })
  expect(await read()).toMatchObject({ state: 'running' })
  await db.analysis.update({ where: { id }, data: { notes: 'seen' } })
  expect(await read()).toMatchObject({ notes: 'seen' })
  await db.upload.delete({ where: { id: upload.id } })
  expect(await read()).toMatchObject({ uploads: [] })
})

it('is guarded before anything that was kept', async () => {
  const leaving = await api.as('operator')
  const { headers } = await leaving(contract.getFleet)
  await api.deps.db.apiToken.updateMany({
    where: { userId: leaving.userId },
    data: { revokedAt: new Date() },
  })
  const refused = await leaving(contract.getFleet, { headers: ifNoneMatch(headers.etag) })
  expect([refused.status, refused.headers.etag]).toEqual([401, undefined])
  expect(refused.headers['cache-control']).toBe('no-store')
})
