import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAs } from '../../testing/sign-in.ts'
import { type Caller, PASSWORD, startTestApi, type TestApi } from '../../testing/test-api.ts'
import { grantInForce } from './grant-row.ts'

let api: TestApi
let operator: Awaited<ReturnType<typeof signInAs>>
let administrator: Caller
let host: { id: string; tags: string[] }
beforeAll(async () => {
  api = await startTestApi()
  administrator = (await signInAs(api, 'administrator')).call
})
afterAll(() => api.close())
beforeEach(async () => {
  operator = await signInAs(api, 'operator')
  host = await api.deps.db.host.create({ data: { name: crypto.randomUUID(), tags: ['web-1'] } })
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
const give = (body: object = {}, call = operator.call) =>
  call(contract.givePolicyGrant, {
    params: { id: host.id },
    body: { password: PASSWORD, expiresAt: inDays(30), ...body },
  })
const revoke = () => operator.call(contract.revokePolicyGrant, { params: { id: host.id } })
const inForce = (now = new Date()) => grantInForce(api.deps.db, host, 'weight', now)

describe('a grant', () => {
  it('freezes the bounds of the policy that was in force', async () => {
    const settings = { largestStep: 0.1, payers: [{ domain: 'vm2', leastShare: 0.2 }] }
    const set = (body: object) =>
      operator.call(contract.setHostPolicy, { params: { id: host.id }, body })
    await set({ mode: 'automatic', ...settings })
    const { status, body } = await give()
    expect(status).toBe(201)
    expect(body).toMatchObject({ bounds: settings, levers: ['weight'], holds: true })
    await set({ mode: 'automatic', largestStep: 1, payers: null })
    expect((await inForce())?.bounds).toEqual({ ...settings, knowsKinds: false })
  })

  it('covers kinds of changes that nobody approved before only where its giver says so', async () => {
    expect((await give({ knowsKinds: true })).body.bounds.knowsKinds).toBe(true)
    expect((await give()).body.bounds.knowsKinds).toBe(false)
  })

  it('takes the password, and an end within a year', async () => {
    expect((await give({ password: 'x' })).body.code).toBe('password-refused')
    expect((await give({ password: undefined })).status).toBe(422)
    expect((await give({ expiresAt: inDays(-1) })).status).toBe(422)
    expect((await give({ expiresAt: inDays(400) })).status).toBe(422)
    expect(await inForce()).toBeNull()
  })

  it('ends when it expires or is revoked', async () => {
    expect((await revoke()).body.code).toBe('policy-grant-not-found')
    await give({ expiresAt: inDays(1) })
    expect(await inForce()).not.toBeNull()
    expect(await inForce(new Date(inDays(2)))).toBeNull()
    expect((await revoke()).status).toBe(204)
    expect(await inForce()).toBeNull()
    const rows = await api.deps.db.auditEvent.findMany({ where: { targetId: host.id } })
    expect(rows.map(({ action }) => action).sort()).toEqual([
      'policy-grant.give',
      'policy-grant.revoke',
    ])
  })

  it.each([
    ['loses the role', (id: string) => ({ params: { id }, body: { grants: [] } })],
    ['is deactivated', (id: string) => ({ params: { id }, body: { active: false } })],
  ])('ends for good when its giver %s', async (_, change) => {
    await give()
    expect((await administrator(contract.updatePerson, change(operator.userId))).status).toBe(200)
    expect(await inForce()).toBeNull()
    const undone = { grants: [{ role: 'operator', tag: null }], active: true }
    await administrator(contract.updatePerson, { params: { id: operator.userId }, body: undone })
    expect(await inForce()).toBeNull()
    const [row] = await api.deps.db.policyGrant.findMany({ where: { hostId: host.id } })
    expect(row?.revokedBy).toBe('the loss of the giver’s role')
  })

  it('ends when its giver is deleted', async () => {
    await give()
    await api.deps.db.user.delete({ where: { id: operator.userId } })
    const [row] = await api.deps.db.policyGrant.findMany({ where: { hostId: host.id } })
    expect(row).toMatchObject({ givenById: null, givenByName: 'operator' })
    expect(row?.revokedAt).not.toBeNull()
  })

  it('ends when the host leaves the role of its giver', async () => {
    operator = await signInAs(api, [{ role: 'operator', tag: 'web-*' }])
    expect((await give()).status).toBe(201)
    expect(await inForce()).not.toBeNull()
    expect(
      await grantInForce(api.deps.db, { ...host, tags: ['db-1'] }, 'weight', new Date()),
    ).toBeNull()
  })
})
