import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { CONFIRMED_MS } from '../http/fresh-confirmation.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, caller } from '../testing/test-api.ts'
import { startTestProvider, type TestProvider } from '../testing/test-provider.ts'
import { browserOf } from './testing/browser-of.ts'

// People without a password or a passkey here sign a decision by going to their provider again.

const MINUTE = 60_000

let client: HostClient
let browser: ReturnType<typeof browserOf>
let company: TestProvider
let provider: contract.IdentityProvider
let plan: contract.Plan
beforeAll(async () => {
  client = await startHostClient()
  browser = browserOf(client.api.app)
  company = await startTestProvider()
  const hostId = (await client.enrol(await client.startDouble())).id
  const { call } = await signInAs(client.api, 'administrator')
  await call(contract.addApprovalRule, { body: { tag: null } })
  const defaultGrants = [{ role: 'administrator', tag: null }]
  const body = { ...company.settings, justInTime: true, defaultGrants }
  provider = expectStatus(await call(contract.addIdentityProvider, { body }), 201)
  plan = await client.plan({ hostId, weights: { vm1: 300 } })
})
beforeEach(async () => {
  await client.api.deps.db.planApproval.deleteMany()
  company.people.set('1', { email: 'ada@example.org', email_verified: true, name: 'Ada' })
  company.people.set('2', { email: 'eve@example.org', email_verified: true, name: 'Eve' })
  company.person = '1'
  company.tamper = (claims) => claims
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await company.close()
  await client.close()
})

const signIn = () => browser.goAndReturn(company, provider)
const wanted = { confirm: 'yes', next: '/changes/7?a=b' }
const confirm = ({ cookie }: { cookie: string }) =>
  browser.goAndReturn(company, provider, wanted, cookie)

function decide(call: Caller, decision = 'approved', proof: object = { provider: true }) {
  const body = { hash: plan.hash, decision, ...proof }
  return call(contract.decidePlan, { params: { id: plan.id }, body })
}
const needed = { status: 403, body: { code: 'provider-confirmation-needed' } }
const whatConfirms = async (call: Caller) => (await call(contract.getSecondFactors)).body.provider
const newest = (action: string) =>
  client.api.deps.db.auditEvent.findFirstOrThrow({
    where: { action },
    orderBy: { sequence: 'desc' },
  })
const sessions = () => client.api.deps.db.session.count()

describe('what the provider has confirmed', () => {
  it('signs one decision, and no second one', async () => {
    const before = await signIn()
    expect(await whatConfirms(before.call)).toEqual({
      id: provider.id,
      name: 'Company',
      confirmedUntil: null,
    })
    const { call } = await confirm(before)
    const { confirmedUntil } = await whatConfirms(call)
    expect(Date.parse(confirmedUntil) - Date.now()).toBeLessThanOrEqual(5 * MINUTE)
    expect(await newest('session.confirm')).toMatchObject({
      actorName: 'Ada',
      outcome: 'succeeded',
      detail: { method: 'provider', provider: 'Company' },
    })
    expect((await decide(call)).status).toBe(200)
    expect((await whatConfirms(call)).confirmedUntil).toBeNull()
    expect(await decide(call, 'rejected')).toMatchObject(needed)
    expect(await newest('plan.decide')).toMatchObject({
      actorName: 'Ada',
      outcome: 'refused',
      detail: { code: 'provider-confirmation-needed' },
    })
  })

  it('signs one of two decisions at the same time', async () => {
    const { call } = await confirm(await signIn())
    const both = await Promise.all([decide(call), decide(call)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('holds for five minutes', async () => {
    const { call } = await confirm(await signIn())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE + 1000 })
    expect((await whatConfirms(call)).confirmedUntil).toBeNull()
    expect(await decide(call)).toMatchObject(needed)
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * MINUTE })
    expect((await decide(call)).status).toBe(200)
  })

  it('is in a session of its own, in the place of the one that asked', async () => {
    const before = await signIn()
    const open = await sessions()
    const after = await confirm(before)
    expect(after.body).toContain('content="0;url=/changes/7?a=b"')
    expect(await sessions()).toBe(open)
    expect((await before.call(contract.getSession)).status).toBe(401)
    expect((await after.person()).name).toBe('Ada')
  })

  it('confirms changes of who may do what for 15 minutes', async () => {
    const before = await signIn()
    const setPolicy = ({ call }: { call: Caller }) =>
      call(contract.setSecondFactorPolicy, { body: { roles: [] } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + CONFIRMED_MS + MINUTE })
    expect((await setPolicy(before)).body.code).toBe('confirmation-needed')
    expect((await setPolicy(await confirm(before))).status).toBe(200)
  })

  it('is nothing that an ordinary sign-in, another session or an API token has', async () => {
    const before = await signIn()
    expect(await decide(before.call)).toMatchObject(needed)
    await confirm(before)
    expect(await decide((await signIn()).call)).toMatchObject(needed)
    const withPassword = await signInAs(client.api, 'administrator')
    expect(await whatConfirms(withPassword.call)).toBeNull()
    expect(await decide(withPassword.call)).toMatchObject(needed)
    const token = await client.api.as('operator')
    const params = { id: plan.id }
    const applied = await token(contract.applyPlan, {
      params,
      body: { hash: plan.hash, provider: true },
    })
    expect([applied.status, applied.body.detail]).toEqual([
      403,
      'With an API token, confirm with the password.',
    ])
  })

  it('does not go together with another proof', async () => {
    const { call } = await signIn()
    expect((await decide(call, 'approved', { provider: true, password: 'x' })).status).toBe(422)
    expect((await decide(call, 'approved', { provider: false })).status).toBe(400)
  })
})

describe('the way to the provider', () => {
  it('asks for a new sign-in there', async () => {
    const { cookie } = await signIn()
    const { begun } = await browser.toCallback(company, provider, wanted, cookie)
    const { searchParams } = new URL(begun.location)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  })

  it('leads to the sign-in page unless the session began with this provider', async () => {
    const { cookie } = await signInAs(client.api, 'operator')
    const url = `/api/v1/sign-in/${provider.id}?confirm=yes&next=/lab`
    const back = { status: 303, location: '/sign-in?next=%2Flab' }
    for (const sent of ['', cookie]) expect(await browser.get(url, sent)).toMatchObject(back)
  })
})

describe('a confirmation is refused', () => {
  /** The page leads back, nobody is signed in, and the session that asked is as it was. */
  async function expectRefused(
    { cookie }: { cookie: string },
    { code, detail }: { code: string; detail: object },
  ) {
    const open = await sessions()
    const answer = await confirm({ cookie })
    expect(answer.body).toContain(`content="0;url=/changes/7?a=b&#38;unconfirmed=${code}"`)
    expect(String(answer.headers['set-cookie'])).not.toContain('steelyard_sid')
    expect(await sessions()).toBe(open)
    expect(await newest('session.confirm')).toMatchObject({
      actorName: 'Ada',
      outcome: 'refused',
      detail: { code, provider: 'Company', ...detail },
    })
    const asker = caller(client.api.app, { cookie })
    expect((await whatConfirms(asker)).confirmedUntil).toBeNull()
    expect(await decide(asker)).toMatchObject(needed)
  }

  it('to somebody else, who does not even arrive', async () => {
    const before = await signIn()
    company.person = '2'
    const why = 'At Company, somebody else signed in.'
    await expectRefused(before, { code: 'another-person', detail: { why } })
    const where = { email: 'eve@example.org' }
    expect(await client.api.deps.db.user.count({ where })).toBe(0)
  })

  it('where the provider let the person pass without asking', async () => {
    const before = await signIn()
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600
    company.tamper = (claims) => ({ ...claims, auth_time: anHourAgo })
    const why = 'Company did not ask who you are, so it confirms nothing.'
    await expectRefused(before, { code: 'not-asked-again', detail: { why } })
  })

  it.each([undefined, 'now'])('where the provider says “%s” for when it asked', async (at) => {
    const before = await signIn()
    company.tamper = (claims) => ({ ...claims, auth_time: at })
    const code = at === undefined ? 'not-asked-again' : 'provider-refused'
    await expectRefused(before, { code, detail: {} })
  })

  it('where the person gave up', async () => {
    const before = await signIn()
    company.person = null
    await expectRefused(before, { code: 'provider-refused', detail: {} })
  })

  it('once the session that asked has ended', async () => {
    const { cookie, call } = await signIn()
    const { path, ticket } = await browser.toCallback(company, provider, wanted, cookie)
    await call(contract.signOut)
    const { body } = await browser.get(path, ticket)
    expect(body).toContain('unconfirmed=sign-in-expired')
    expect(await newest('session.confirm')).toMatchObject({
      actorName: 'not signed in',
      outcome: 'refused',
      detail: { code: 'sign-in-expired' },
    })
  })
})

it('counts from when the person was asked, however long they take after it', async () => {
  const { cookie } = await signIn()
  const { begun, ticket } = await browser.toCallback(company, provider, wanted, cookie)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * MINUTE })
  company.tamper = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 7 * 60 })
  const callback = new URL(await company.visit(begun.location))
  const { headers } = await browser.get(callback.pathname + callback.search, ticket)
  expect(String(headers['set-cookie'])).toContain('steelyard_sid')
})
