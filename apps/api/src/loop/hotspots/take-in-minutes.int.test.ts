import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestChannel } from '../../notifications/testing/add-test-channel.ts'
import { type Caller, startTestApi, type TestApi } from '../../testing/test-api.ts'
import { storeMinutes } from '../testing/store-minutes.ts'
import { takeInMinutes } from './take-in-minutes.ts'

let api: TestApi
let operator: Caller
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
})
afterAll(() => api.close())

const TARGET_MS = 100
const slow = { vm1: { perSecond: 2, responseSeconds: 0.2 } }
const quick = { vm1: { perSecond: 2, responseSeconds: 0.05 } }
/** A whole minute. */
const START = Math.floor(Date.now() / 60_000) * 60 - 3600

let hostId: string
beforeEach(async () => {
  const host = await api.deps.db.host.create({
    data: {
      name: crypto.randomUUID(),
      watch: { create: {} },
      domains: { create: [{ name: 'vm1', targetResponseTimeMs: TARGET_MS }, { name: 'vm2' }] },
    },
  })
  hostId = host.id
})

/** From `START`, as if the clock had moved on with it. */
async function observe(fromMinute: number, minutes: number, domains: typeof slow) {
  await storeMinutes(api.deps.db, hostId, START + fromMinute * 60, minutes, domains)
  const now = new Date((START + (fromMinute + minutes) * 60) * 1000)
  await takeInMinutes(api.deps, hostId, now)
}
const hotspots = async () =>
  (await operator(contract.listHotspots, { query: { hostId } })).body.data as contract.Hotspot[]
const journal = async () =>
  (await operator(contract.listJournal, { query: { hostId } })).body.data.map(
    ({ decision, text }: contract.JournalEntry) => `${decision}: ${text}`,
  )

describe('minutes of a watch', () => {
  it('open a hotspot when a target is missed in two of three, and close it', async () => {
    await observe(0, 1, slow)
    expect(await hotspots()).toEqual([])
    await observe(1, 2, slow)
    const [opened] = await hotspots()
    expect(opened).toMatchObject({ domain: 'vm1', closedAt: null, missed: 2 })
    expect(opened!.openedAt).toBe(new Date((START + 120) * 1000).toISOString())
    expect(opened!.windows.map(({ missed, targetMs }) => [missed, targetMs])).toEqual([
      [true, TARGET_MS],
      [true, TARGET_MS],
    ])
    for (const { responseTimeMs } of opened!.windows) expect(responseTimeMs).toBeCloseTo(200, -1)
    await observe(3, 12, quick)
    expect((await hotspots())[0]!.closedAt).not.toBeNull()
    expect(await journal()).toEqual([
      expect.stringMatching(/^hotspot-closed: vm1 kept its target of 100 ms with a margin/),
      expect.stringMatching(
        /^hotspot-opened: vm1 missed its target of 100 ms in 2 of 2 minutes, and 2\d\d ms is predicted for the next\.$/,
      ),
    ])
  })

  it('are taken in once, also when a worker starts over', async () => {
    await observe(0, 5, slow)
    for (let times = 0; times < 3; times++) await takeInMinutes(api.deps, hostId)
    await Promise.all([takeInMinutes(api.deps, hostId), takeInMinutes(api.deps, hostId)])
    expect(await hotspots()).toHaveLength(1)
    expect(await journal()).toHaveLength(1)
  })

  it('that lack requests or a log say nothing', async () => {
    await observe(0, 4, { vm2: slow.vm1 } as never)
    expect(await hotspots()).toEqual([])
  })

  it('count by the policy in force', async () => {
    const body = { mode: 'recommend', missedWindows: 5, ofWindows: 5 }
    await operator(contract.setHostPolicy, { params: { id: hostId }, body })
    await observe(0, 4, slow)
    expect(await hotspots()).toEqual([])
    await observe(4, 1, slow)
    expect(await hotspots()).toHaveLength(1)
  })

  it('no longer count for a domain that has lost its target', async () => {
    await observe(0, 3, slow)
    const targets = [{ domain: 'vm1', responseTimeMs: null, throughputPerSecond: null }]
    await operator(contract.setDomainTargets, { params: { id: hostId }, body: { targets } })
    await takeInMinutes(api.deps, hostId)
    expect((await hotspots())[0]!.closedAt).not.toBeNull()
    expect((await journal())[0]).toMatch(/^hotspot-closed: vm1 is looked at no more/)
    expect(await api.deps.db.triggerMemory.count({ where: { hostId } })).toBe(0)
  })

  it('tell the channels that want to know', async () => {
    const { db } = api.deps
    const { id } = await addTestChannel(db, ['hotspot-opened'])
    await observe(0, 3, slow)
    const told = await db.notification.findMany({ where: { channelId: id } })
    expect(told.map(({ title }) => title)).toEqual([
      expect.stringMatching(/: vm1 misses its target$/),
    ])
  })
})
