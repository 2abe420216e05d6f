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
    expect(plan).toMatchObject({
      madeBy: 'operator',
      canApply: false,
      approval: { state: 'waiting' },
    })
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
    const { body } = await maker.call(contract.getPlan, { params: { id: plan.id } })
    expect(body.approval?.makerIds).toContain(maker.userId)
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

  it.each([
    ['lost the role', { grants: [] }, { grants: [{ role: 'approver' as const, tag: null }] }],
    ['was deactivated', { active: false }, { active: true }],
  ])('waits again when its approver %s, also once that is undone', async (_, loss, undone) => {
    const administrator = await signInAs(client.api, 'administrator')
    const change = (body: object) =>
      administrator.call(contract.updatePerson, { params: { id: approver.userId }, body })
    await decide(approver.call)
    expect((await change(loss)).status).toBe(200)
    expect(await codeOf(apply(client.call))).toBe('approval-needed')
    expect((await change(undone)).status).toBe(200)
    expect(await codeOf(apply(client.call))).toBe('approval-needed')
    const another = await signInAs(client.api, 'approver')
    expect((await decide(another.call)).body).toMatchObject({ canApply: true })
  })

  it('is applied no more once it has expired, although it was approved', async () => {
    await decide(approver.call)
    await client.api.deps.db.plan.update({
      where: { id: plan.id },
      data: { expiresAt: new Date() },
    })
    expect(await codeOf(apply(client.call))).toBe('plan-expired')
  })

  it('is open until it is rejected or expires', async () => {
    const isOpen = async () => {
      const reply = await approver.call(contract.listPlans, { query: { open: 'true' } })
      return reply.body.data.some(({ id }: contract.Plan) => id === plan.id)
    }
    expect(await isOpen()).toBe(true)
    await decide(approver.call, { decision: 'rejected' })
    expect(await isOpen()).toBe(false)
    plan = await client.plan({ hostId, weights: { vm1: weight } })
    expect(await isOpen()).toBe(true)
    await client.api.deps.db.plan.update({
      where: { id: plan.id },
      data: { expiresAt: new Date() },
    })
    expect(await isOpen()).toBe(false)
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
  const add = (call: Caller, name: string) =>
    call(contract.createHost, { body: { name, tags: ['prod-2'] } })
  expect(await codeOf(add(await client.api.as('operator'), 'by-operator'))).toBe('tags-of-approval')
  expect((await add(await client.api.as('administrator'), 'by-administrator')).status).toBe(201)
})
