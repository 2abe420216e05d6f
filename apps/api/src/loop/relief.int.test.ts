import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadHost } from '../hosts/host-row.ts'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../hosts/testing/host-client.ts'
import { learntFactors } from './situation/learnt-factors.ts'
import { weighedHostOf } from './situation/weighed-host-of.ts'
import { stepHost } from './step/step-host.ts'
import { dyingDeps } from './testing/dying-deps.ts'
import { type LoopHost, startLoopHost } from './testing/loop-host.ts'

// The whole way with a real agent: vm1 misses its target, weights change at once, the outcome is judged.

let client: HostClient
let host: LoopHost
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())
beforeEach(async () => {
  host = await startLoopHost(client)
  await client.api.deps.db.loopStop.deleteMany()
  await client.api.deps.db.approvalRule.deleteMany()
})

const automatic = { mode: 'automatic', dryRun: false }
const every = { knowsKinds: true }
/** The pCPU is full: vm1 takes so long, and nobody minds how long the others take. */
const load = (vm1Seconds: number) => ({
  vm1: { perSecond: 20, responseSeconds: vm1Seconds, cpuSeconds: 0.01 },
  vm2: { perSecond: 8, responseSeconds: 1, cpuSeconds: 0.05 },
  vm3: { perSecond: 7, responseSeconds: 1, cpuSeconds: 0.05 },
})
const SPARED = { vm1: 5069, vm2: 26, vm3: 26 }

/** A change that was made at once under a grant, and waits for its outcome. */
async function relieved(observed = load(0.15)) {
  await host.setPolicy(automatic)
  await host.giveGrant(client.call, every)
  await host.observeLoad(observed)
  await host.settle()
  expect(await host.newest()).toMatchObject({ state: 'applied' })
}

describe('a missed target', () => {
  it('is answered at once: who has no target pays, and the outcome confirms it', async () => {
    const domain0 = weightsOf(host.double)['Domain-0']
    await relieved()
    expect(weightsOf(host.double)).toEqual({ ...SPARED, 'Domain-0': domain0 })
    const applied = await host.newest()
    expect(applied).toMatchObject({
      analysisId: null,
      decision: null,
      hotspot: { domain: 'vm1' },
      relief: { by: 'payers', missing: ['vm1'], payers: ['vm2', 'vm3'] },
      changes: [
        { domain: 'vm1', weightBefore: 256, weightAfter: SPARED.vm1, targetMs: 100 },
        { domain: 'vm2', weightBefore: 256, weightAfter: SPARED.vm2, targetMs: null },
        { domain: 'vm3', weightBefore: 256, weightAfter: SPARED.vm2, targetMs: null },
      ],
    })
    expect(applied.relief!.worstBefore).toBeCloseTo(1.5, 1)
    expect(applied.gain).toBeCloseTo(1 - applied.relief!.worstExpected! / 1.5, 1)
    expect((await host.journal()).toReversed().slice(1, 3)).toEqual([
      expect.stringMatching(
        /^relief-planned: vm1 missed its target of 100 ms in 3 of the last 3 minutes \(150 ms, 1\.5 times\)\. vm2 has no target and gives 99 % of its part of the guests’ weights\. vm3 has no target and gives 99 % of its part of the guests’ weights\. vm1 is expected at 0\.\d+ times its target\.$/,
      ),
      expect.stringMatching(/^applied: Applied by the policy, by the grant of operator \(test\)/),
    ])
    await host.observeLoadAfter(load(0.05), 8)
    await host.settle()
    const confirmed = await host.newest()
    expect(confirmed).toMatchObject({
      state: 'confirmed',
      outcome: {
        state: 'confirmed',
        domains: [{ domain: 'vm1', targetMs: 100, foretold: null, errorRatio: null }],
        statement: expect.stringMatching(
          /^Every target is kept\. The worst time was 1\.5 times its target before the change, and is 0\.5 times its target now\.$/,
        ),
      },
    })
    expect(confirmed.outcome!.worst!.after).toBeCloseTo(0.5, 1)
    expect(confirmed.outcome!.domains[0]!.loadRatio).toBeCloseTo(1, 1)
  })

  it('that comes worse of it is rolled back within minutes, and not answered alike again', async () => {
    const before = weightsOf(host.double)
    await relieved()
    await host.observeLoadAfter(load(1), 8)
    await host.settle()
    expect(weightsOf(host.double)).toEqual(before)
    const undone = await host.newest()
    expect(undone).toMatchObject({ state: 'rolled-back', outcome: { state: 'worse' } })
    // Its cool-down is over, and the target is missed as before.
    await host.observeLoadAfter(load(1), 6)
    await host.settle()
    expect((await host.newest()).id).toBe(undone.id)
    expect((await host.journal())[0]).toMatch(
      /^nothing-done: .*\(vm1 more, vm2 less, vm3 less\) was rolled back within the last hour\.$/,
    )
  })

  it('that nobody can pay for takes a move, and the journal says so', async () => {
    await host.setPolicy({ ...automatic, payers: [] })
    await host.giveGrant(client.call, every)
    await host.observeLoad(load(0.15))
    await host.settle()
    expect(setsSent(host.double)).toEqual([])
    expect(await host.newest()).toBeUndefined()
    expect((await host.journal())[0]).toBe(
      'move-needed: No weights bring vm1 within reach of its target: less load, a faster host or a move is needed.',
    )
  })

  it('is answered by an analysis where the load was not measured', async () => {
    await host.setPolicy(automatic)
    await host.observe(0.2)
    await host.step()
    expect(await host.newest()).toMatchObject({ state: 'analysing', relief: null })
  })

  it('has a soft payer keep its own time', async () => {
    await client.call(contract.setDomainTargets, {
      params: { id: host.id },
      body: {
        targets: [
          { domain: 'vm1', responseTimeMs: 100, throughputPerSecond: null },
          { domain: 'vm2', responseTimeMs: 2000, throughputPerSecond: null, isSoft: true },
        ],
      },
    })
    await relieved({ ...load(0.15), vm2: { perSecond: 2, responseSeconds: 1, cpuSeconds: 0.05 } })
    const { vm2, vm3 } = weightsOf(host.double)
    expect(vm2! / vm3!).toBeGreaterThan(5)
    expect((await host.journal()).join('\n')).toMatch(
      /vm2 has a soft target of 2,000 ms and gives /,
    )
  })
})

describe('what has begun', () => {
  it('is gone on with by another process, which decides the same', async () => {
    await host.setPolicy(automatic)
    await host.giveGrant(client.call, every)
    await host.observeLoad(load(0.15))
    const { deps } = client.api
    const { storedTo } = await deps.db.watch.findUniqueOrThrow({ where: { hostId: host.id } })
    for (let step = 0; step < 4; step++) {
      await expect(stepHost(dyingDeps(client.api.deps), host.id, storedTo!)).rejects.toThrow(
        'killed',
      )
      await host.step()
      await host.ended()
    }
    expect(weightsOf(host.double)).toMatchObject(SPARED)
    expect(await deps.db.plan.count({ where: { hostId: host.id } })).toBe(1)
    expect(await deps.db.application.count({ where: { hostId: host.id } })).toBe(1)
  })

  it('leaves behind what it had learnt, for as long as the host is the same', async () => {
    await relieved()
    const { db } = client.api.deps
    const { relief, id } = await db.hostRecommendation.findFirstOrThrow({
      where: { hostId: host.id },
    })
    const learnt = { ...(relief as object), factors: { vm1: 2.25 } }
    await db.hostRecommendation.update({ where: { id }, data: { relief: learnt } })
    const weighed = weighedHostOf(await loadHost(db, host.id))!
    const factors = (more: object = {}, days = 0) =>
      learntFactors(
        db,
        host.id,
        { ...weighed, ...more },
        new Date(Date.now() + days * 24 * 3600_000),
      )
    expect(await factors()).toEqual({ vm1: 2.25 })
    expect(await factors({ pCpus: 2 })).toEqual({})
    expect(await factors({ scheduler: 'credit2' })).toEqual({})
    expect(await factors({ domains: weighed.domains.slice(1) })).toEqual({})
    expect(await factors({}, 31)).toEqual({})
  })
})

describe('nothing is written', () => {
  interface Case {
    why: RegExp
    state?: string
    policy?: object
    grant?: object | null
    before?: () => Promise<unknown>
  }
  const hour = (offset: number) =>
    `${String((new Date().getUTCHours() + offset) % 24).padStart(2, '0')}:00`
  const week = [1, 2, 3, 4, 5, 6, 7]
  const cases: Record<string, Case> = {
    'while everything is stopped': {
      why: /stopped: Something is wrong\./,
      before: () => client.call(contract.stopLoop, { body: { reason: 'Something is wrong' } }),
    },
    'outside the windows': {
      why: /outside the windows/,
      state: 'open',
      policy: { windows: [{ days: week, from: hour(3), to: hour(4) }] },
    },
    'in a dry run': {
      why: /Would have been applied now/,
      state: 'dry-run',
      policy: { dryRun: true },
    },
    'without a grant': { why: /No grant holds/, state: 'open', grant: null },
    'where the grant covers no kind that is new': {
      why: /No change of this kind \(vm2 less, vm3 less\)/,
      state: 'open',
      grant: {},
    },
    'where the grant allows less': {
      why: /would go beyond the grant/,
      state: 'open',
      policy: { largestStep: 0.2 },
      before: () => host.setPolicy({ ...automatic, largestStep: 1 }),
    },
    'where a second person must agree': {
      why: /second person must approve/,
      state: 'open',
      before: () => client.api.deps.db.approvalRule.create({ data: { tag: null } }),
    },
    'while the policy only recommends': {
      why: /A person can apply it on the page of its plan/,
      state: 'open',
      policy: { mode: 'recommend' },
    },
    'before a person approves': {
      why: /A person must approve it/,
      state: 'open',
      policy: { mode: 'approve' },
    },
  }

  it.each(Object.keys(cases))('%s', async (name) => {
    const { why, state, policy, grant = every, before } = cases[name]!
    await host.setPolicy({ ...automatic, ...policy })
    if (grant) await host.giveGrant(client.call, grant)
    await before?.()
    await host.observeLoad(load(0.15))
    await host.settle()
    expect(setsSent(host.double)).toEqual([])
    expect((await host.newest())?.state).toBe(state)
    expect((await host.journal()).join('\n')).toMatch(why)
    // However often the loop looks, it asks once.
    const made = await client.api.deps.db.plan.count({ where: { hostId: host.id } })
    expect(made).toBe(state ? 1 : 0)
  })
})

it('a person who approves has it applied in their name, and who rejects is not asked again at once', async () => {
  await host.setPolicy({ mode: 'approve', dryRun: false })
  await host.observeLoad(load(0.15))
  await host.settle()
  const { id } = await host.newest()
  await host.decide('rejected')
  await host.settle()
  expect(await host.newest()).toMatchObject({ id, state: 'rejected' })
  expect((await host.journal())[0]).toMatch(
    /^nothing-done: .*The last change was rejected; weights/,
  )
  const { db } = client.api.deps
  const longAgo = new Date(Date.now() - 3600_000)
  await db.hostRecommendation.update({ where: { id }, data: { closedAt: longAgo } })
  await host.settle()
  await host.decide('approved')
  await host.settle()
  expect(await host.newest()).toMatchObject({
    state: 'applied',
    decision: { by: 'operator (test)' },
  })
  expect(weightsOf(host.double)).toMatchObject(SPARED)
})
