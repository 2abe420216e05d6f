import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../../hosts/testing/host-client.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { type Caller, PASSWORD } from '../../testing/test-api.ts'
import { dyingDeps } from '../testing/dying-deps.ts'
import { type LoopHost, startLoopHost } from '../testing/loop-host.ts'
import { stepHost } from './step-host.ts'

let client: HostClient
let host: LoopHost
let administrator: Caller
beforeAll(async () => {
  client = await startHostClient()
  administrator = (await signInAs(client.api, 'administrator')).call
})
afterAll(() => client.close())
beforeEach(async () => {
  host = await startLoopHost(client)
  await client.api.deps.db.loopStop.deleteMany()
})

const MORE = { vm1: 384, vm3: 128 }
const approve = { mode: 'approve', dryRun: false }
const automatic = { mode: 'automatic', dryRun: false }

/** As if a change of this kind had been approved and confirmed here before. */
async function prove(kind = 'vm1+ vm3-') {
  await client.api.deps.db.hostRecommendation.create({
    data: {
      hostId: host.id,
      state: 'confirmed',
      mode: 'approve',
      isDryRun: false,
      reason: 'x',
      kind,
      decision: 'approved',
      outcome: 'confirmed',
      expiresAt: new Date(),
      closedAt: new Date(),
    },
  })
}

describe('a recommendation that a person approves', () => {
  beforeEach(async () => {
    await host.setPolicy(approve)
    await host.observe(0.2)
    await host.analysed(MORE)
    await host.settle()
  })

  it('waits, is applied in their name, and waits for its outcome', async () => {
    expect(await host.newest()).toMatchObject({ state: 'open', canDecide: true, gain: 0.2 })
    expect(setsSent(host.double)).toEqual([])
    await host.decide('approved')
    await host.settle()
    const applied = await host.newest()
    expect(applied).toMatchObject({ state: 'applied', canRollBack: true })
    expect(weightsOf(host.double)).toMatchObject(MORE)
    const application = await client.call(contract.getApplication, {
      params: { id: applied.applicationId },
    })
    expect(application.body.requestedBy).toBe('operator (test)')
    const [row] = await client.api.deps.db.auditEvent.findMany({
      where: { action: 'recommendation.apply', targetId: applied.id },
    })
    expect(row?.detail).toMatchObject({ authority: { by: 'approval', person: 'operator (test)' } })
    expect((await host.journal()).slice(0, 4)).toEqual([
      expect.stringMatching(/^nothing-done: Nothing is done\. The outcome of the last change is/),
      expect.stringMatching(
        /^applied: Applied by operator \(test\): weights vm1 256 → 384, vm3 256/,
      ),
      'approved: operator (test) approved it.',
      expect.stringMatching(
        /^waits: The recommended change \(vm1 256 → 384, vm3 256 → 128\) waits/,
      ),
    ])
  })

  it('ends when they reject it', async () => {
    expect(await host.decide('rejected')).toMatchObject({ state: 'rejected', canDecide: false })
    await host.settle()
    expect(setsSent(host.double)).toEqual([])
    const again = await client.call(contract.decideRecommendation, {
      params: { id: (await host.newest()).id },
      body: { hash: 'x', decision: 'approved', password: PASSWORD },
    })
    expect(again.body.code).toBe('recommendation-not-open')
  })

  it('takes the password and exactly the plan that was shown', async () => {
    const { id, planHash: hash } = await host.newest()
    const decide = async (body: object) =>
      (
        await client.call(contract.decideRecommendation, {
          params: { id },
          body: { hash, decision: 'approved', password: PASSWORD, ...body },
        })
      ).body.code
    expect(await decide({ password: 'x' })).toBe('password-refused')
    expect(await decide({ hash: 'x' })).toBe('plan-changed')
    expect((await host.newest()).state).toBe('open')
  })

  it('expires, and tells so', async () => {
    await client.api.deps.db.hostRecommendation.updateMany({
      where: { hostId: host.id },
      data: { expiresAt: new Date(0) },
    })
    await host.step()
    expect(await host.newest()).toMatchObject({ state: 'expired' })
    expect((await host.journal())[0]).toBe('expired: Nobody decided in time.')
  })

  it('counts as approved by whoever applies its plan on the page of the plan', async () => {
    const { planId } = await host.newest()
    const { body: plan } = await client.call(contract.getPlan, { params: { id: planId } })
    await client.ended(await client.apply(plan))
    await host.settle()
    expect(await host.newest()).toMatchObject({
      state: 'applied',
      decision: { decision: 'approved', by: 'operator (test)' },
    })
  })

  it('gives way to a newer one', async () => {
    const { id: older } = await host.newest()
    const id = await host.analysed({ vm1: 300 })
    await host.settle()
    expect(await host.newest()).toMatchObject({ id, state: 'open' })
    const { body } = await client.call(contract.getRecommendation, { params: { id: older } })
    expect(body).toMatchObject({ state: 'superseded', supersededById: id })
  })

  it('is not applied when its approver has lost the role before its moment came', async () => {
    const { call, userId } = await signInAs(client.api, 'operator')
    await host.setPolicy({ ...approve, blackouts: [blackout()] })
    await host.decide('approved', call)
    await administrator(contract.updatePerson, { params: { id: userId }, body: { grants: [] } })
    await host.setPolicy(approve)
    await host.settle()
    expect(setsSent(host.double)).toEqual([])
    expect((await host.journal())[0]).toMatch(
      /^waits: .*who approved it, may no longer apply plans on this host\.$/,
    )
  })

  it('is rolled back on the page of its application', async () => {
    await host.decide('approved')
    await host.settle()
    const { applicationId } = await host.newest()
    await client.ended(await client.rollBack(applicationId!))
    await host.settle()
    expect(await host.newest()).toMatchObject({ state: 'rolled-back' })
  })
})

function blackout() {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return { from: at(-3600_000), to: at(3600_000), reason: 'Sale' }
}

/** A window that is never now. */
function otherWindow() {
  const hour = (offset: number) =>
    `${String((new Date().getUTCHours() + offset) % 24).padStart(2, '0')}:00`
  return { days: [1, 2, 3, 4, 5, 6, 7], from: hour(3), to: hour(4) }
}

describe('a recommendation under a grant', () => {
  it('is applied without a person when its kind is proven, in the name of the grant', async () => {
    await host.setPolicy(automatic)
    await host.giveGrant()
    await prove()
    await host.observe(0.2)
    await host.analysed(MORE)
    await host.settle()
    expect(await host.newest()).toMatchObject({ state: 'applied', decision: null })
    expect(weightsOf(host.double)).toMatchObject(MORE)
    expect(await host.journal()).toContainEqual(
      expect.stringMatching(/^applied: Applied by the policy, by the grant of operator \(test\)/),
    )
  })

  interface Case {
    why: RegExp
    policy?: object
    before?: () => Promise<unknown>
    weights?: Record<string, number>
    grant?: boolean
    proven?: boolean
  }
  const cases: Record<string, Case> = {
    'everything is stopped': {
      why: /stopped: Something is wrong\./,
      before: () => client.call(contract.stopLoop, { body: { reason: 'Something is wrong' } }),
    },
    'the clock is outside the windows': {
      why: /outside the windows/,
      policy: { windows: [otherWindow()] },
    },
    'there is a blackout': { why: /Sale/, policy: { blackouts: [blackout()] } },
    'the weights changed lately': {
      why: /cool-down ends/,
      before: () =>
        client.api.deps.db.hostEvent.create({
          data: {
            hostId: host.id,
            at: new Date(Date.now() - 60_000),
            kind: 'weight',
            domain: 'vm2',
            detail: { before: 250, after: 256 },
          },
        }),
    },
    'there is no grant': { why: /No grant holds/, grant: false },
    'the grant was revoked': {
      why: /No grant holds/,
      before: () => client.call(contract.revokePolicyGrant, { params: { id: host.id } }),
    },
    'the giver has lost the role': {
      why: /No grant holds/,
      before: async () => {
        await client.call(contract.revokePolicyGrant, { params: { id: host.id } })
        const { call, userId } = await signInAs(client.api, 'operator')
        await host.giveGrant(call)
        await administrator(contract.updatePerson, { params: { id: userId }, body: { grants: [] } })
      },
    },
    'the grant allows less than the policy': {
      why: /would go beyond the grant/,
      policy: { largestStep: 0.2 },
      before: () => host.setPolicy({ ...automatic, largestStep: 0.5 }),
      weights: { vm1: 640, vm3: 64 },
    },
    'the kind is new': { why: /No change of this kind/, proven: false },
    'a second person must agree': {
      why: /second person must approve/,
      before: () => client.api.deps.db.approvalRule.create({ data: { tag: null } }),
    },
  }

  it.each(Object.keys(cases))('leaves the host alone when %s', async (name) => {
    const { why, policy, before, weights = MORE, grant = true, proven = true } = cases[name]!
    await host.setPolicy({ ...automatic, ...policy })
    if (grant) await host.giveGrant()
    if (proven) await prove(name.startsWith('the grant allows') ? 'vm1+ vm2- vm3-' : undefined)
    await host.observe(0.2)
    await before?.()
    await host.analysed(weights)
    await host.settle()
    await client.api.deps.db.approvalRule.deleteMany()
    expect(setsSent(host.double)).toEqual([])
    expect(await host.newest()).toMatchObject({ state: 'open' })
    expect((await host.journal()).join('\n')).toMatch(why)
  })
})

it('a dry run says what it would have done', async () => {
  await host.setPolicy({ ...automatic, dryRun: true })
  await host.giveGrant()
  await prove()
  await host.observe(0.2)
  await host.analysed(MORE)
  await host.settle()
  expect(setsSent(host.double)).toEqual([])
  expect(await host.newest()).toMatchObject({ state: 'dry-run' })
  expect(await host.journal()).toContainEqual(
    expect.stringMatching(/^would-apply: Would have been applied now, by the grant of operator/),
  )
})

it('steps of several workers at once apply once', async () => {
  await host.setPolicy(automatic)
  await host.giveGrant()
  await prove()
  await host.observe(0.2)
  await host.analysed(MORE)
  for (let round = 0; round < 10; round++) {
    await Promise.all([host.step(), host.step(), host.step()])
    await host.settle()
  }
  expect(await client.api.deps.db.application.count({ where: { hostId: host.id } })).toBe(1)
  expect(await client.api.deps.db.plan.count({ where: { hostId: host.id } })).toBe(1)
})

describe('a change that made things worse', () => {
  /** As if it had been judged: `outcomes/` has the judging. */
  async function worse() {
    await host.setPolicy(automatic)
    await host.giveGrant()
    await prove()
    await host.observe(0.2)
    const id = await host.analysed(MORE)
    await host.settle()
    await client.api.deps.db.hostRecommendation.update({
      where: { id },
      data: { state: 'worse', outcome: 'worse', judgedAt: new Date() },
    })
    return id
  }

  it('is rolled back by itself under a grant, and its record names the grant', async () => {
    const before = weightsOf(host.double)
    const id = await worse()
    expect(weightsOf(host.double)).toMatchObject(MORE)
    await host.settle()
    expect(weightsOf(host.double)).toEqual(before)
    expect(await host.newest()).toMatchObject({ id, state: 'rolled-back' })
    const [row] = await client.api.deps.db.auditEvent.findMany({
      where: { action: 'recommendation.roll-back', targetId: id },
    })
    expect(row?.detail).toMatchObject({ authority: { by: 'grant', person: 'operator (test)' } })
  })

  it('stays and asks while everything is stopped, or without a grant', async () => {
    await worse()
    await client.call(contract.stopLoop, { body: { reason: 'Something is wrong' } })
    await host.settle()
    expect(await host.newest()).toMatchObject({ state: 'worse', canRollBack: true })
    await client.call(contract.resumeLoop, { body: {} })
    await client.call(contract.revokePolicyGrant, { params: { id: host.id } })
    await host.settle()
    expect(await host.newest()).toMatchObject({ state: 'worse', canRollBack: true })
    expect(weightsOf(host.double)).toMatchObject(MORE)
    const listed = await client.call(contract.listRecommendations, {
      query: { hostId: host.id, open: 'true' },
    })
    expect(listed.body.data).toHaveLength(1)
  })

  it('asks no longer once somebody has changed the weights, or after a day', async () => {
    const id = await worse()
    await client.call(contract.revokePolicyGrant, { params: { id: host.id } })
    await host.step(new Date(Date.now() + 25 * 3600_000))
    expect(await host.newest()).toMatchObject({ id, state: 'worse', closedAt: expect.any(String) })
    await client.api.deps.db.hostRecommendation.update({ where: { id }, data: { closedAt: null } })
    const plan = await client.plan({ hostId: host.id, weights: { vm2: 300 } })
    await client.ended(await client.apply(plan))
    await host.step()
    expect(await host.newest()).toMatchObject({ id, state: 'worse', closedAt: expect.any(String) })
  })
})

it('a worker that is killed in every step, and its successor, apply once and roll back once', async () => {
  await host.setPolicy(automatic)
  await host.giveGrant()
  await prove()
  await host.observe(0.2)
  const id = await host.analysed(MORE)
  const { db } = client.api.deps
  const killedThenDone = async () => {
    await expect(stepHost(dyingDeps(client.api.deps), host.id)).rejects.toThrow('killed')
    await host.step()
    await host.ended()
  }
  for (let step = 0; step < 5; step++) await killedThenDone()
  expect(await host.newest()).toMatchObject({ state: 'applied' })
  await db.hostRecommendation.update({
    where: { id },
    data: { state: 'worse', outcome: 'worse', judgedAt: new Date() },
  })
  for (let step = 0; step < 3; step++) await killedThenDone()
  expect(await host.newest()).toMatchObject({ state: 'rolled-back' })
  const kinds = await db.application.findMany({
    where: { hostId: host.id },
    orderBy: { id: 'asc' },
  })
  expect(kinds.map(({ kind, state }) => [kind, state])).toEqual([
    ['apply', 'verified'],
    ['roll-back', 'rolled-back'],
  ])
  expect(await db.auditEvent.count({ where: { targetId: id } })).toBe(2)
})
