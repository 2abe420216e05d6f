import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Prisma } from '../db.ts'
import { type HostClient, startHostClient, weightsOf } from '../hosts/testing/host-client.ts'
import { sampleTargets } from '../samples/sample-recordings.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { storeWindows } from '../windows/store-windows.ts'
import { takeInMinutes } from './hotspots/take-in-minutes.ts'
import { type LoopHost, startLoopHost } from './testing/loop-host.ts'
import { repeated, type SampleWindows, sampleWindows } from './testing/sample-windows.ts'

// From minutes of a real recording to a change and its outcome, with the real analysis and agent.

let client: HostClient
let host: LoopHost
let sample: SampleWindows
beforeAll(async () => {
  sample = await sampleWindows()
  client = await startHostClient({ worker: true })
})
beforeEach(async () => {
  host = await startLoopHost(client)
  const params = { id: host.id }
  await client.call(contract.setDomainTargets, { params, body: { targets: sampleTargets } })
})
afterAll(() => client.close())

/** vm1 misses its target of 180 ms from 120 s on; before that the load is low. */
const BUSY = { fromSeconds: 120, toSeconds: 210 }
const QUIET = { fromSeconds: 30, toSeconds: 90 }

/** Stores six busy minutes, and says when they are over. */
async function busyMinutes(): Promise<number> {
  const { deps } = client.api
  const end = Math.floor(Date.now() / 60_000) * 60
  const range = { fromEpochSeconds: end - 360, seconds: 360 }
  await storeWindows(deps.db, host.id, repeated(sample, BUSY, range))
  await takeInMinutes(deps, host.id, new Date(end * 1000))
  return end
}

/** Stores the quiet minutes that follow, and says when they are over. */
async function quietMinutes(end: number): Promise<Date> {
  const minutes = 17 + Math.ceil((Date.now() / 1000 - end) / 60)
  const after = { fromEpochSeconds: end, seconds: minutes * 60 }
  await storeWindows(client.api.deps.db, host.id, repeated(sample, QUIET, after))
  return new Date((end + minutes * 60) * 1000)
}

it('a missed target is relieved at once by weights that a person approves, and kept again', async () => {
  await host.setPolicy({ mode: 'approve', dryRun: false })
  const end = await busyMinutes()
  const now = new Date(end * 1000)
  await host.settle(now)
  const open = await host.newest()
  expect(open).toMatchObject({ state: 'open', analysisId: null, relief: { missing: ['vm1'] } })
  const vm1 = open.changes.find(({ domain }) => domain === 'vm1')!
  expect(vm1.weightAfter).toBeGreaterThan(vm1.weightBefore)
  await host.decide('approved')
  await host.settle(now)
  expect(weightsOf(host.double)).toMatchObject({ vm1: vm1.weightAfter })
  await host.settle(await quietMinutes(end))
  const judged = await host.newest()
  expect(judged).toMatchObject({ state: 'confirmed', outcome: { state: 'confirmed' } })
  expect(judged.outcome!.worst!.after).toBeLessThan(judged.outcome!.worst!.before)
})

it('where relief is blind, weights are recommended by an analysis, approved, applied and judged', async () => {
  const { deps } = client.api
  await host.setPolicy({ mode: 'approve', dryRun: false, lookBackMinutes: 5, outcomeMinutes: 15 })
  const end = await busyMinutes()
  const now = new Date(end * 1000)
  // Without a reading nobody knows how many pCPUs there are.
  const unread = { inventory: Prisma.DbNull }
  await deps.db.host.update({ where: { id: host.id }, data: unread })
  await host.step(now)
  const begun = await host.newest()
  expect(begun).toMatchObject({ state: 'analysing', hotspot: { domain: 'vm1' } })
  const { body: analysis } = await client.call(contract.getAnalysis, {
    params: { id: begun.analysisId },
  })
  expect(analysis.watched).not.toBeNull()
  const analysed = await waitForJob(deps, analysis.jobId)
  expect(analysed.error).toBeNull()
  await host.settle(now)
  const open = await host.newest()
  expect([open.state, open.reason]).toEqual(['open', expect.stringMatching(/^Recommended: /)])
  const vm1 = open.changes.find(({ domain }) => domain === 'vm1')!
  expect(vm1.weightAfter).toBeGreaterThan(vm1.weightBefore)
  expect(open.gain).toBeGreaterThan(0.05)
  await host.decide('approved')
  await host.settle(now)
  expect(weightsOf(host.double)).toMatchObject({ vm1: vm1.weightAfter })
  await host.settle(await quietMinutes(end))
  const judged = await host.newest()
  // The load fell, so whether it is confirmed rests on how well the model knows a quiet host.
  expect(judged.state).toMatch(/^(not-)?confirmed$/)
  expect(judged.outcome!.state).toBe(judged.state)
  const outcome = judged.outcome!.domains.find(({ domain }) => domain === 'vm1')!
  expect(outcome.loadRatio).toBeLessThan(1)
  expect(outcome.measuredMs).toBeLessThan(180)
  // A prediction for the load that came is another than for the load at that time.
  expect(outcome.underThisLoad!.highMs).toBeLessThan(outcome.foretold!.ms)
  // The recording was made under the earlier weights, whatever is set on this host.
  expect(outcome.measuredMs).toBeGreaterThan(outcome.leftAlone!.lowMs)
  expect(outcome.measuredMs).toBeLessThan(outcome.leftAlone!.highMs)
}, 600_000)
