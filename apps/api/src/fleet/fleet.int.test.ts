import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { hostWindows, observed } from '../windows/observed.fixture.ts'
import { storeWindows } from '../windows/store-windows.ts'

let api: TestApi
let operator: Caller
let viewer: Caller
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
  viewer = await api.as('viewer')
})
afterAll(() => api.close())

const newHost = async (name: string) =>
  (await operator(contract.createHost, { body: { name } })).body

/** Stores a finished analysis, with the part of a result that the fleet shows. */
function analyse(hostId: string, recordedTo: string, observedMs: number, grade = 'enough') {
  return api.deps.db.analysis.create({
    data: {
      name: recordedTo,
      hostId,
      options: {},
      verdict: observedMs > 80 ? 'misses' : 'meets',
      grade,
      finishedAt: new Date(),
      result: {
        headline: `vm1 takes ${observedMs} ms.`,
        recorded: { from: '2026-11-20T00:00:00Z', to: recordedTo },
        domains: [
          {
            domain: 'vm1',
            observedMs,
            target: { responseTimeMs: 80 },
            meetsTarget: observedMs <= 80,
          },
          { domain: 'vm2', observedMs: null, target: null, meetsTarget: null },
        ],
      },
    },
  })
}

it('200: shows the newest analysis of each host and its trend, the most pressing host first', async () => {
  const calm = await newHost('a-calm-one')
  const pressed = await newHost('pressed')
  await analyse(calm.id, '2026-11-20T10:00:00Z', 40)
  await analyse(pressed.id, '2026-11-19T10:00:00Z', 60)
  const newest = await analyse(pressed.id, '2026-11-20T10:00:00Z', 120)
  await operator(contract.updateHost, { params: { id: pressed.id }, body: { tags: ['eu'] } })

  const { status, body } = await viewer(contract.getFleet)
  expect(status).toBe(200)
  expect(body.data.map(({ name }: contract.FleetHost) => name)).toEqual(['pressed', 'a-calm-one'])
  expect(body.data[0]).toEqual({
    id: pressed.id,
    name: 'pressed',
    tags: ['eu'],
    isSample: false,
    connection: 'none',
    drifted: false,
    isAnalysed: false,
    isLive: false,
    analysisId: newest.id,
    verdict: 'misses',
    grade: 'enough',
    headline: 'vm1 takes 120 ms.',
    lastRecordedAt: '2026-11-20T10:00:00.000Z',
    domains: [
      { domain: 'vm1', observedMs: 120, targetMs: 80, meetsTarget: false },
      { domain: 'vm2', observedMs: null, targetMs: null, meetsTarget: null },
    ],
    trend: [
      { at: '2026-11-19T10:00:00.000Z', worstRatio: 0.75 },
      { at: '2026-11-20T10:00:00.000Z', worstRatio: 1.5 },
    ],
  })
})

it('200: keeps a complete verdict when the newest recording has too little evidence', async () => {
  const { id } = await newHost('twice')
  const complete = await analyse(id, '2026-11-20T10:00:00Z', 120)
  await analyse(id, '2026-11-21T10:00:00Z', 20, 'not-enough')
  const { body } = await viewer(contract.getFleet)
  const host = body.data.find((each: contract.FleetHost) => each.id === id)
  expect(host).toMatchObject({ analysisId: complete.id, verdict: 'misses', grade: 'enough' })
})

it('200: shows hosts without an analysis, and that one is being analysed', async () => {
  const { id } = await newHost('new')
  const hostOf = async () =>
    (await viewer(contract.getFleet)).body.data.find((host: { id: string }) => host.id === id)
  expect(await hostOf()).toMatchObject({ analysisId: null, domains: [], trend: [] })
  const job = await api.deps.db.job.create({ data: { kind: 'run-analysis', payload: {} } })
  await api.deps.db.analysis.create({ data: { name: 'x', hostId: id, options: {}, jobId: job.id } })
  expect(await hostOf()).toMatchObject({ isAnalysed: true, verdict: null })
})

it('200: shows what a watch sees of a host without an analysis', async () => {
  const { id } = await newHost('watched')
  const { db } = api.deps
  await db.domain.create({ data: { hostId: id, name: 'vm1', targetResponseTimeMs: 1 } })
  const hostOf = async () =>
    (await viewer(contract.getFleet)).body.data.find((host: { id: string }) => host.id === id)
  expect(await hostOf()).toMatchObject({ isLive: false, verdict: null })
  await db.watch.create({ data: { hostId: id } })
  expect(await hostOf()).toMatchObject({ isLive: false, verdict: null })
  const aMinuteAgo = Math.floor(Date.now() / 10_000) * 10 - 60
  const windows = observed(10, 60).map((each, number) => ({
    ...each,
    windowStartEpochSeconds: aMinuteAgo + 10 * number,
  }))
  await storeWindows(db, id, hostWindows(windows))
  expect(await hostOf()).toMatchObject({
    isLive: true,
    verdict: 'misses',
    domains: [{ domain: 'vm1', targetMs: 1, meetsTarget: false }],
  })
  await db.domain.updateMany({ where: { hostId: id }, data: { targetResponseTimeMs: 1000 } })
  expect(await hostOf()).toMatchObject({ verdict: 'meets' })
  await db.domain.updateMany({ where: { hostId: id }, data: { targetResponseTimeMs: null } })
  expect(await hostOf()).toMatchObject({ verdict: 'no-targets' })
})

it('200: tells how far a new installation has come, without the samples', async () => {
  const steps = async () => (await viewer(contract.getFleet)).body.firstSteps
  const before = await steps()
  expect(before).toMatchObject({ recorded: false, analysed: true, targeted: false, applied: false })
  const sample = await api.deps.db.host.create({ data: { name: 'sample', isSample: true } })
  await api.deps.db.upload.create({ data: { name: 'sample', hostId: sample.id } })
  expect(await steps()).toEqual(before)
  const { id } = await newHost('own')
  await api.deps.db.upload.create({ data: { name: 'own', hostId: id } })
  await api.deps.db.domain.create({ data: { hostId: id, name: 'vm1', targetResponseTimeMs: 80 } })
  expect(await steps()).toEqual({ ...before, recorded: true, targeted: true })
})

it('401: is not for strangers', async () => {
  expect((await api.anonymous(contract.getFleet)).status).toBe(401)
})

it('200: each person keeps views of the fleet; one of the same name is replaced', async () => {
  const save = (call: Caller, name: string, query: string) =>
    call(contract.saveFleetView, { body: { name, query } })
  expect((await save(operator, 'Web', 'tag=web')).status).toBe(201)
  const replaced = await save(operator, 'Web', 'tag=web&verdict=misses')
  await save(operator, 'All', '')
  const named = async (call: Caller) => (await call(contract.listFleetViews)).body.data
  expect(await named(operator)).toMatchObject([
    { name: 'All', query: '' },
    { id: replaced.body.id, name: 'Web', query: 'tag=web&verdict=misses' },
  ])
  expect(await named(viewer)).toEqual([])
  expect((await save(operator, 'Odd', 'a b')).status).toBe(400)
  const remove = (call: Caller) =>
    call(contract.removeFleetView, { params: { id: replaced.body.id } })
  expect((await remove(viewer)).status).toBe(404)
  expect((await remove(operator)).status).toBe(204)
  expect(await named(operator)).toMatchObject([{ name: 'All' }])
})
