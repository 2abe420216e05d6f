import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outcomeErrors } from '../../analyses/gather-inputs.ts'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../../hosts/testing/host-client.ts'
import { type LoopHost, startLoopHost } from '../testing/loop-host.ts'

let client: HostClient
let host: LoopHost
beforeAll(async () => {
  client = await startHostClient({ worker: true })
})
afterAll(() => client.close())
beforeEach(async () => {
  host = await startLoopHost(client)
})

const MORE = { vm1: 384, vm3: 128 }
/** Looks back so far that no other analysis begins before the outcome is judged. */
const approve = { mode: 'approve', dryRun: false, coolDownMinutes: 1, lookBackMinutes: 90 }
const automatic = { ...approve, mode: 'automatic' }

/** A change that a person approved, and that is applied. */
async function approved() {
  await host.setPolicy(approve)
  await host.observe(0.2)
  await host.analysed(MORE)
  await host.settle()
  await host.decide('approved')
  await host.settle()
  expect(await host.newest()).toMatchObject({ state: 'applied' })
}

describe('a change', () => {
  it('whose times come as foretold is confirmed, and the next of its kind needs no person', async () => {
    await approved()
    const now = await host.observeAfter(0.02)
    await host.settle(now)
    const confirmed = await host.newest()
    expect(confirmed).toMatchObject({ state: 'confirmed', outcome: { state: 'confirmed' } })
    const vm1 = confirmed.outcome!.domains.find(({ domain }) => domain === 'vm1')!
    expect(vm1).toMatchObject({ targetMs: 100, beforeMs: 150 })
    expect(vm1.measuredMs).toBeCloseTo(20, 0)
    expect(vm1.loadRatio).toBeCloseTo(1, 1)
    expect(vm1.errorRatio).toBeCloseTo(vm1.measuredMs! / vm1.underThisLoad!.ms, 6)
    expect(vm1.leftAlone!.ms).toBeGreaterThan(vm1.underThisLoad!.ms)
    expect(await host.journal()).toContainEqual(
      expect.stringMatching(
        /^outcome-confirmed: The times came as predicted, or better\. For the load that came: vm1 20\.\d ms, where /,
      ),
    )
    expect(await outcomeErrors(client.api.deps.db, host.id)).toEqual([Math.log(vm1.errorRatio!)])
    await host.setPolicy(automatic)
    await host.giveGrant()
    await host.analysed({ vm1: 460, vm3: 52 })
    await host.settle(now)
    const next = await host.newest()
    expect(next).toMatchObject({ decision: null, applicationId: expect.any(String) })
    expect(next.id).not.toBe(confirmed.id)
    expect(weightsOf(host.double)).toMatchObject({ vm1: 460, vm3: 52 })
  })

  it('that makes things worse is rolled back by itself under a grant', async () => {
    const before = weightsOf(host.double)
    await approved()
    await host.setPolicy(automatic)
    await host.giveGrant()
    await host.settle(await host.observeAfter(5))
    expect(await host.newest()).toMatchObject({
      state: 'rolled-back',
      outcome: { state: 'worse', statement: expect.stringMatching(/^vm1 would have answered/) },
    })
    expect(weightsOf(host.double)).toEqual(before)
    const kinds = (await host.journal()).map((line) => line.split(':')[0])
    expect(kinds.slice(0, 3)).toContain('rolled-back')
    expect(kinds).toContain('outcome-worse')
  })

  it('that makes things worse stays until a person says otherwise without one', async () => {
    await approved()
    await host.settle(await host.observeAfter(5))
    expect(await host.newest()).toMatchObject({ state: 'worse', canRollBack: true })
    expect(weightsOf(host.double)).toMatchObject(MORE)
    expect((await host.journal())[0]).toMatch(/^asks-to-roll-back: The change \(vm1 256 → 384/)
  })

  it('after which nothing was observed has no outcome, and is no proof of its kind', async () => {
    await approved()
    await host.settle(new Date(Date.now() + 26 * 3600_000))
    expect(await host.newest()).toMatchObject({
      state: 'not-confirmed',
      outcome: { state: 'unknown', statement: 'Too little was observed of vm1 to tell.' },
    })
    expect(setsSent(host.double)).toHaveLength(2)
    expect(await outcomeErrors(client.api.deps.db, host.id)).toEqual([])
  })

  it('is judged once, also when a worker asks again', async () => {
    await approved()
    const now = await host.observeAfter(0.02)
    await Promise.all([host.step(now), host.step(now), host.step(now)])
    await host.step(now)
    const { id } = await host.newest()
    await host.ended()
    await host.settle(now)
    const { db } = client.api.deps
    const jobs = await db.job.count({
      where: { kind: 'judge-outcome', payload: { path: ['recommendationId'], equals: id } },
    })
    expect(jobs).toBe(1)
    const lines = await db.journalEntry.count({
      where: { recommendationId: id, decision: 'outcome-confirmed' },
    })
    expect(lines).toBe(1)
  })
})
