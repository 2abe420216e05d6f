import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, PASSWORD } from '../testing/test-api.ts'

let client: HostClient
let hostId: string
let plan: contract.Plan
let approver: Awaited<ReturnType<typeof signInAs>>
beforeAll(async () => {
  client = await startHostClient()
  hostId = (await client.enrol(await client.startDouble())).id
  const administrator = await signInAs(client.api, 'administrator')
  const added = await administrator.call(contract.addApprovalRule, { body: { tag: null } })
  expect(added.status).toBe(201)
})
afterAll(() => client.close())

let weight = 300
beforeEach(async () => {
  weight += 1
  approver = await signInAs(client.api, 'approver')
  plan = await client.plan({ hostId, weights: { vm1: weight } })
})

const decide = (call: Caller, body: object = {}) =>
  call(contract.decidePlan, {
    params: { id: plan.id },
    body: { hash: plan.hash, decision: 'approved', password: PASSWORD, ...body },
  })
const codeOf = async (reply: Promise<{ body: { code?: string } }>) => (await reply).body.code
const apply = (call: Caller) =>
  call(contract.applyPlan, {
    params: { id: plan.id },
    body: { hash: plan.hash, password: PASSWORD },
  })

describe('a plan that needs a second person', () => {
  it('is applied once somebody else has approved it', async () => {
    expect(plan).toMatchObject({ canApply: false, approval: { state: 'waiting' } })
    expect(await codeOf(apply(client.call))).toBe('approval-needed')
    const { body } = await decide(approver.call)
    expect(body).toMatchObject({ canApply: true, approval: { state: 'approved' } })
    const reply = await apply(client.call)
    expect(reply.status).toBe(202)
    expect((await client.ended(reply)).state).toBe('verified')
  })

  it('is neither approved by its maker nor applied by its approver', async () => {
    const maker = await signInAs(client.api, 'administrator')
    await client.api.deps.db.plan.update({
      where: { id: plan.id },
      data: { createdById: maker.userId },
    })
    expect(await codeOf(decide(maker.call))).toBe('own-plan')
    const other = await signInAs(client.api, 'administrator')
    expect((await decide(other.call)).status).toBe(200)
    expect(await codeOf(apply(other.call))).toBe('approval-needed')
  })

  it('ends with a rejection, also after an approval', async () => {
    await decide(approver.call)
    expect((await decide(approver.call, { decision: 'rejected', note: 'No.' })).status).toBe(200)
    expect(await codeOf(apply(client.call))).toBe('plan-rejected')
    expect(await codeOf(decide(approver.call))).toBe('plan-decided')
  })

  it('waits again when its approver lost the role or was deactivated', async () => {
    const { db } = client.api.deps
    await decide(approver.call)
    await db.user.update({ where: { id: approver.userId }, data: { disabledAt: new Date() } })
    expect(await codeOf(apply(client.call))).toBe('approval-needed')
    await db.user.update({ where: { id: approver.userId }, data: { disabledAt: null } })
    await db.grant.deleteMany({ where: { userId: approver.userId } })
    expect(await codeOf(apply(client.call))).toBe('approval-needed')
  })

  it('is not decided by a token, with another hash, a wrong password or too late', async () => {
    expect(await codeOf(decide(await client.api.as('approver')))).toBe('person-needed')
    expect(await codeOf(decide(approver.call, { hash: 'x' }))).toBe('plan-changed')
    expect(await codeOf(decide(approver.call, { password: 'x' }))).toBe('password-refused')
    const expiresAt = new Date()
    await client.api.deps.db.plan.update({ where: { id: plan.id }, data: { expiresAt } })
    expect(await codeOf(decide(approver.call))).toBe('plan-expired')
  })
})

it('lets only administrators give or take a tag that a rule names', async () => {
  const { db } = client.api.deps
  await db.approvalRule.create({ data: { tag: 'prod-*' } })
  const { id } = await db.host.create({ data: { name: 'tagged', tags: ['prod-1'] } })
  const retag = (call: Caller, tags: string[]) =>
    call(contract.updateHost, { params: { id }, body: { tags } })
  expect(await codeOf(retag(await client.api.as('operator'), []))).toBe('tags-of-approval')
  expect((await retag(await client.api.as('operator'), ['prod-1', 'x'])).status).toBe(200)
  expect((await retag(await client.api.as('administrator'), [])).status).toBe(200)
})
