import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { readEvents } from '../testing/sse.ts'
import { hostWindows, observed, START } from '../windows/observed.fixture.ts'
import { storeWindows } from '../windows/store-windows.ts'

let client: HostClient
let hostId: string
beforeAll(async () => {
  client = await startHostClient()
  hostId = (await client.enrol(await client.startDouble())).id
})
afterAll(() => client.close())

const params = () => ({ id: hostId })
const at = (seconds: number) => new Date((START + seconds) * 1000).toISOString()

describe('a watch', () => {
  it('400, 403, 404 and 409 where a host cannot be watched', async () => {
    const { call } = client
    const body = {}
    const nowhere = { id: crypto.randomUUID() }
    expect((await call(contract.setWatch, { params: nowhere, body })).status).toBe(404)
    const { body: unconnected } = await call(contract.createHost, { body: { name: 'alone' } })
    const refused = await call(contract.setWatch, { params: { id: unconnected.id }, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'not-connected'])
    const tooSlow = { params: params(), body: { intervalSeconds: 11 } }
    expect((await call(contract.setWatch, tooSlow)).status).toBe(400)
    const viewer = await client.api.as('viewer')
    expect((await viewer(contract.setWatch, { params: params(), body })).status).toBe(403)
    expect((await call(contract.removeWatch, { params: params() })).status).toBe(404)
  })

  it('200 is set, changed, shown to viewers and removed, with audit rows', async () => {
    const { call } = client
    const set = await call(contract.setWatch, { params: params(), body: {} })
    expect(set.body).toMatchObject({
      intervalSeconds: 10,
      guestLogs: true,
      trace: null,
      state: 'starting',
      storedTo: null,
      logs: [],
      trouble: null,
    })
    const trace = { everyMinutes: 15, seconds: 20 }
    await call(contract.setWatch, { params: params(), body: { intervalSeconds: 5, trace } })
    const viewer = await client.api.as('viewer')
    const { watch } = expectStatus(await viewer(contract.getWatch, { params: params() }), 200)
    expect(watch).toMatchObject({ intervalSeconds: 5, trace })
    expect((await call(contract.removeWatch, { params: params() })).status).toBe(204)
    expect((await viewer(contract.getWatch, { params: params() })).body).toEqual({ watch: null })
    const events = await client.api.deps.db.auditEvent.findMany({
      where: { action: { startsWith: 'watch.' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual(['watch.set', 'watch.set', 'watch.remove'])
  })
})

describe('what was observed', () => {
  beforeAll(async () => {
    const { db } = client.api.deps
    await db.watch.create({ data: { hostId } })
    await db.domain.update({
      where: { hostId_name: { hostId, name: 'vm1' } },
      data: { targetResponseTimeMs: 80 },
    })
    const gaps = [{ from: 600, to: 900 }]
    await storeWindows(db, hostId, hostWindows(observed(10, 4200, gaps)))
  })

  const series = async (from: number, to: number, maxPoints?: number) =>
    expectStatus(
      await client.call(contract.getWatchSeries, {
        params: params(),
        query: { from: at(from), to: at(to), ...(maxPoints ? { maxPoints } : {}) },
      }),
      200,
    ) as contract.WatchSeries

  it('200 is shown in the windows of which a target is spoken, and gaps stay gaps', async () => {
    const { domains, statistic } = await series(0, 4200, 2000)
    expect(statistic).toBe('p95')
    const [vm1] = domains
    expect(vm1).toMatchObject({ domain: 'vm1', targetMs: 80 })
    const inGap = vm1!.points.filter(({ at: start }) => start >= at(600) && start < at(900))
    expect(inGap).toEqual([])
    for (const { responseTimeMs, arrivalRatePerSecond, usedPCpus } of vm1!.points) {
      expect(responseTimeMs).toBeGreaterThan(40)
      expect(arrivalRatePerSecond).toBeCloseTo(1 / 0.7, 0)
      expect(usedPCpus).toBeNull()
    }
  })

  it('200 is merged into at most as many points as asked for', async () => {
    const [vm1] = (await series(0, 4200, 20)).domains
    expect(vm1!.points.length).toBeLessThanOrEqual(20)
    const arrivals = vm1!.points.reduce(
      (sum, each) => sum + each.arrivalRatePerSecond! * each.coveredSeconds,
      0,
    )
    expect(arrivals).toBeCloseTo(
      observed(10, 4200, [{ from: 600, to: 900 }]).reduce(
        (sum, { requests }) => sum + (requests?.arrivals ?? 0),
        0,
      ),
      6,
    )
  })

  it('200 is shown in longer windows over a longer range', async () => {
    expect((await series(-86_400, 4200, 2000)).windowSeconds).toBe(60)
    expect((await series(-7 * 86_400, 4200)).windowSeconds).toBe(3600)
  })

  it('422 for a range that ends before it begins', async () => {
    const query = { from: at(10), to: at(0) }
    const { status } = await client.call(contract.getWatchSeries, { params: params(), query })
    expect(status).toBe(422)
  })

  it('is followed as it is stored, with the state of the watch', async () => {
    const { app, deps } = client.api
    const now = Math.floor(Date.now() / 10_000) * 10
    const { secret } = await client.api.as('viewer')
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const events = readEvents(`${baseUrl}/api/v1/hosts/${hostId}/watch/events`, {
      authorization: `Bearer ${secret}`,
    })
    await deps.db.watchWindow.updateMany({ data: { storedAt: new Date(0) } })
    expect((await events.next()).value).toMatchObject({
      event: 'watch',
      data: { watch: { state: 'starting' } },
    })
    const [first] = hostWindows(observed(10, 20))
    const moved = { ...first!, startEpochSeconds: now }
    await storeWindows(deps.db, hostId, [moved])
    const seen = [(await events.next()).value!, (await events.next()).value!]
    expect(seen.map(({ event }) => event).sort()).toEqual(['watch', 'window'])
    const window = seen.find(({ event }) => event === 'window')!.data as contract.WatchedWindow
    expect(window.at).toBe(new Date(now * 1000).toISOString())
    expect(window.domains[0]!.point.arrivalRatePerSecond).toBeGreaterThan(1)
    await events.return(undefined)
  })
})
