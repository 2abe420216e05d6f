import * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostClient, setsSent, startHostClient } from '../hosts/testing/host-client.ts'
import { type Caller, PASSWORD } from '../testing/test-api.ts'

let client: HostClient
let double: XenHostDouble
let hostId: string
let plan: contract.Plan
beforeAll(async () => {
  client = await startHostClient()
  double = await client.startDouble()
  hostId = (await client.enrol(double)).id
})
afterAll(() => client.close())

let weight = 256
beforeEach(async () => {
  weight += 1
  double.commands.length = 0
  plan = await client.plan({ hostId, weights: { vm1: weight } })
})

const NOBODY = '01a1fb00-0000-7000-8000-000000000000'
const apply = (caller: Caller, body: object = {}, headers = {}) =>
  caller(contract.applyPlan, {
    params: { id: plan.id },
    body: { hash: plan.hash, password: PASSWORD, ...body },
    headers,
  })
const eventsOf = (targetId: string) =>
  client.api.deps.db.auditEvent.findMany({ where: { targetId }, orderBy: { sequence: 'asc' } })

/** Expects that no application was created and that no command was sent. */
async function expectNothingBegun(): Promise<void> {
  expect(await client.api.deps.db.application.count({ where: { planId: plan.id } })).toBe(0)
  expect(setsSent(double)).toEqual([])
  const { body } = await client.call(contract.getPlan, { params: { id: plan.id } })
  expect(body.state).toBe('planned')
}

describe('applying a plan', () => {
  it('202: records who asked, what was sent and how it ended', async () => {
    const reply = await client.apply(plan)
    expect(reply.headers.location).toBe(`/api/v1/applications/${reply.body.application.id}`)
    const ended = await client.ended(reply)
    expect(ended).toMatchObject({
      state: 'verified',
      requestedBy: 'operator (test)',
      planId: plan.id,
    })
    const [, asked] = await eventsOf(plan.id)
    expect(asked).toMatchObject({
      action: 'plan.apply',
      actorKind: 'token',
      outcome: 'succeeded',
      detail: { applicationId: ended.id, hash: plan.hash, commands: plan.commands },
    })
    const [finish] = await eventsOf(ended.id)
    expect(finish).toMatchObject({
      action: 'application.finish',
      actorKind: 'system',
      actorName: 'agent',
      outcome: 'succeeded',
      detail: { state: 'verified', statement: ended.statement },
    })
    const auditor = await client.api.as('administrator')
    const chain = await auditor(contract.checkAuditIntegrity)
    expect(chain.body).toMatchObject({ intact: true })
  })

  it('202: happens once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await apply(client.call, {}, headers)
    const again = await apply(client.call, {}, headers)
    expect(again.body).toEqual(first.body)
    expect((await client.ended(first)).state).toBe('verified')
    expect(setsSent(double)).toEqual(plan.commands)
  })

  it('202, 409: lets one of two simultaneous operators in and refuses the other', async () => {
    const other = await client.plan({ hostId, weights: { vm2: weight } })
    double.faults = { delayMs: 50 }
    const second = await client.api.as('operator')
    const replies = await Promise.all([
      client.apply(plan),
      apply(second),
      second(contract.applyPlan, {
        params: { id: other.id },
        body: { hash: other.hash, password: PASSWORD },
      }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const codes = replies.flatMap(({ status, body }) => (status === 409 ? [body.code] : []))
    for (const code of codes) expect(['host-busy', 'plan-used']).toContain(code)
    const won = replies.find(({ status }) => status === 202)!
    const ended = await client.ended(won)
    double.faults = {}
    expect(ended.state).toBe('verified')
    expect(setsSent(double)).toHaveLength(1)
    await client.expectRecordOf(double, hostId)
  })

  it('400 without a password or hash', async () => {
    for (const missing of [{ password: undefined }, { hash: undefined }]) {
      expect([400, 422]).toContain((await apply(client.call, missing)).status)
    }
    await expectNothingBegun()
  })

  it('401 without credentials', async () => {
    expect((await apply(client.api.anonymous)).status).toBe(401)
    await expectNothingBegun()
  })

  it('403 for a viewer, and for a token without plans:apply even with the password', async () => {
    const planner = await client.api.as('administrator', ['plans:read', 'plans:write'])
    for (const caller of [await client.api.as('viewer'), planner]) {
      expect(await apply(caller)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    await expectNothingBegun()
  })

  it('403 for a wrong password, recorded in the audit trail as refused', async () => {
    const operator = await client.api.as('operator')
    const reply = await apply(operator, { password: 'not the password' })
    expect(reply).toMatchObject({ status: 403, body: { code: 'password-refused' } })
    expect((await eventsOf(plan.id)).at(-1)).toMatchObject({
      action: 'plan.apply',
      outcome: 'refused',
      detail: { code: 'password-refused' },
    })
    await expectNothingBegun()
  })

  it('429 after too many wrong passwords, even for the right one', async () => {
    const operator = await client.api.as('operator')
    for (let n = 0; n < 10; n += 1) await apply(operator, { password: 'wrong' })
    const reply = await apply(operator)
    expect(reply).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
    expect((await eventsOf(plan.id)).at(-1)?.detail).toEqual({ code: 'too-many-attempts' })
    await expectNothingBegun()
  })

  it('404 for a plan that does not exist', async () => {
    const body = { hash: 'x', password: PASSWORD }
    const reply = await client.call(contract.applyPlan, { params: { id: NOBODY }, body })
    expect(reply).toMatchObject({ status: 404, body: { code: 'plan-not-found' } })
  })

  it('409 for a hash other than that of the plan shown', async () => {
    const reply = await apply(client.call, { hash: plan.hash!.replace(/^./, 'x') })
    expect(reply).toMatchObject({ status: 409, body: { code: 'plan-changed' } })
    await expectNothingBegun()
  })

  it('409 for an expired plan', async () => {
    const expiresAt = new Date(Date.now() - 1)
    await client.api.deps.db.plan.update({ where: { id: plan.id }, data: { expiresAt } })
    expect(await apply(client.call)).toMatchObject({ status: 409, body: { code: 'plan-expired' } })
    await expectNothingBegun()
  })

  it('409 for a plan that has already been applied', async () => {
    await client.ended(await client.apply(plan))
    expect(await client.apply(plan)).toMatchObject({ status: 409, body: { code: 'plan-used' } })
  })
})

describe('applications', () => {
  it('200: lists them newest first, by host, for users who may read plans', async () => {
    const ended = await client.ended(await client.apply(plan))
    const viewer = await client.api.as('viewer')
    const query = { hostId, limit: 1 }
    const { body } = await viewer(contract.listApplications, { query })
    expect(body.data).toEqual([ended])
    const cursor = body.meta.nextCursor
    const next = await viewer(contract.listApplications, { query: { ...query, cursor } })
    expect(next.body.data[0].id < ended.id).toBe(true)
    const elsewhere = await viewer(contract.listApplications, { query: { hostId: NOBODY } })
    expect(elsewhere.body.data).toEqual([])
  })

  it('401, 403 and 404 for anonymous, unprivileged and unknown requests', async () => {
    const params = { id: NOBODY }
    expect((await client.api.anonymous(contract.getApplication, { params })).status).toBe(401)
    const uploader = await client.api.as('operator', ['uploads:read'])
    expect((await uploader(contract.getApplication, { params })).status).toBe(403)
    expect((await uploader(contract.listApplications)).status).toBe(403)
    const reply = await client.call(contract.getApplication, { params })
    expect(reply).toMatchObject({ status: 404, body: { code: 'application-not-found' } })
  })
})

describe('a host on which weights are being written', () => {
  it('409: is neither deleted nor given another plan, and is free afterwards', async () => {
    double.faults = { delayMs: 100 }
    const accepted = await client.apply(plan)
    const params = { id: hostId }
    expect((await client.call(contract.deleteHost, { params })).status).toBe(409)
    const ended = await client.ended(accepted)
    double.faults = {}
    expect(ended).toMatchObject({ state: 'verified', canRollBack: true })
    expect((await client.ended(await client.rollBack(ended.id))).state).toBe('rolled-back')
  })
})
