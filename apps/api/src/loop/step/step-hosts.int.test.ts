import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { type LoopHost, startLoopHost } from '../testing/loop-host.ts'
import { type LookedAt, stepHosts } from './step-hosts.ts'

let client: HostClient
let host: LoopHost
let lookedAt: LookedAt
beforeAll(async () => {
  client = await startHostClient({ agent: true })
})
afterAll(() => client.close())
beforeEach(async () => {
  await client.api.deps.db.host.deleteMany()
  host = await startLoopHost(client)
  lookedAt = new Map()
})

/** What the loop notes when it looks once. */
async function noted(): Promise<number> {
  await client.api.deps.db.journalEntry.deleteMany()
  await stepHosts(client.api.deps, new AbortController().signal, lookedAt)
  return (await host.journal()).length
}

const QUICK = { vm1: { perSecond: 2, responseSeconds: 0.02 } }

it('a calm host is looked at once for each minute', async () => {
  await host.setPolicy({ mode: 'recommend' })
  await host.observeLoad(QUICK)
  expect([await noted(), await noted()]).toEqual([1, 0])
  await host.observeLoadAfter(QUICK, 1)
  expect([await noted(), await noted()]).toEqual([1, 0])
})

it('a host that misses a target is looked at each time, and so is each one by a new process', async () => {
  await host.setPolicy({ mode: 'recommend', coolDownMinutes: 60 })
  await host.observe(0.2)
  expect(await noted()).toBeGreaterThan(0)
  await client.api.deps.db.hostRecommendation.deleteMany()
  expect(await noted()).toBeGreaterThan(0)
})
