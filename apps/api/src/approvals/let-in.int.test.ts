import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { browserOf } from '../provider-sign-in/testing/browser-of.ts'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { SoftPasskey } from '../testing/soft-passkey.ts'
import { type Caller, caller, PASSWORD } from '../testing/test-api.ts'
import { startTestProvider } from '../testing/test-provider.ts'

// Whoever makes a link sees it, and can use it. So nobody is a second person beside whoever let them
// in, and beside whoever let that one in.

type Person = Awaited<ReturnType<typeof signInAs>>

let client: HostClient
let hostId: string
let plan: contract.Plan
let maker: Person
let other: Person
beforeAll(async () => {
  client = await startHostClient()
  hostId = (await client.enrol(await client.startDouble())).id
  const administrator = await signInAs(client.api, 'administrator')
  await administrator.call(contract.addApprovalRule, { body: { tag: null } })
})
afterAll(() => client.close())

let weight = 300
beforeEach(async () => {
  weight += 1
  maker = await signInAs(client.api, 'administrator')
  other = await signInAs(client.api, 'administrator')
  plan = await client.plan({ hostId, weights: { vm1: weight } })
  await madeBy(maker.userId)
})

const madeBy = (createdById: string) =>
  client.api.deps.db.plan.update({ where: { id: plan.id }, data: { createdById } })

const decide = (call: Caller, decision = 'approved') =>
  call(contract.decidePlan, {
    params: { id: plan.id },
    body: { hash: plan.hash, decision, password: PASSWORD },
  })
const codeOf = async (reply: Promise<{ body: { code?: string } }>) => (await reply).body.code
const apply = (call: Caller) =>
  call(contract.applyPlan, {
    params: { id: plan.id },
    body: { hash: plan.hash, password: PASSWORD },
  })
/** It waits for the end, because a host has one unfinished application, and the next test applies too. */
const applied = async (call: Caller) => (await client.ended(await apply(call))).state

/** Opens a link, as whoever sees it can. */
async function open({ url }: { url: string }): Promise<Caller> {
  const token = contract.tokenOfLink(new URL(url).hash)
  const reply = await client.api.anonymous(contract.acceptAccountLink, {
    body: { token, password: PASSWORD },
  })
  expectStatus(reply, 201)
  return caller(client.api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
}

/** An account that somebody makes and opens. */
async function puppetOf(call: Caller, role: contract.Role) {
  const email = `${crypto.randomUUID()}@example.org`
  const grants = [{ role, tag: null }]
  const reply = await call(contract.invitePerson, { body: { email, name: 'Puppet', grants } })
  const { person, link } = expectStatus(reply, 201)
  return { userId: person.id as string, call: await open(link) }
}

const linkFor = async (call: Caller, { userId }: { userId: string }) =>
  expectStatus(await call(contract.makePersonLink, { params: { id: userId } }), 201)

async function addPasskey(call: Caller) {
  const passkey = new SoftPasskey(client.api.deps.config.webOrigin)
  const attestation = passkey.register((await call(contract.startPasskey)).body)
  await call(contract.addPasskey, { body: { name: 'Key', passkey: attestation } })
}

describe('a plan is not approved by somebody', () => {
  it('whom its maker invited, who may still reject it', async () => {
    const puppet = await puppetOf(maker.call, 'approver')
    const refused = await decide(puppet.call)
    expect([refused.status, refused.body.code]).toEqual([403, 'approver-not-independent'])
    expect(refused.body.detail).toContain('Whoever made this plan let you in here')
    expect(await codeOf(apply(maker.call))).toBe('approval-needed')
    expect((await decide(puppet.call, 'rejected')).status).toBe(200)
  })

  it('whom a token of its maker invited', async () => {
    const { body } = await maker.call(contract.createToken, {
      body: {
        name: 'provisioning',
        scopes: contract.Permission.options.filter((each) => each !== 'load-balancer'),
      },
    })
    const token = caller(client.api.app, { authorization: `Bearer ${body.secret}` })
    const puppet = await puppetOf(token, 'approver')
    expect(await codeOf(decide(puppet.call))).toBe('approver-not-independent')
  })

  it('for whom its maker made a new link, whatever password is chosen later', async () => {
    const approver = await signInAs(client.api, 'approver')
    const call = await open(await linkFor(maker.call, approver))
    expect(await codeOf(decide(call))).toBe('approver-not-independent')
    const newPassword = 'velvet otter anvil quince'
    const body = { currentPassword: PASSWORD, newPassword, revokeTokens: true }
    const changed = await call(contract.changePassword, { body })
    const cookie = cookieOf(changed.headers['set-cookie'])
    const again = caller(client.api.app, { cookie })(contract.decidePlan, {
      params: { id: plan.id },
      body: { hash: plan.hash, decision: 'approved', password: newPassword },
    })
    expect(await codeOf(again)).toBe('approver-not-independent')
  })

  it('through others whom its maker let in, who cannot let each other in afresh either', async () => {
    const one = await puppetOf(maker.call, 'administrator')
    const two = await puppetOf(one.call, 'administrator')
    expect(await codeOf(decide(two.call))).toBe('approver-not-independent')
    const oneAgain = await open(await linkFor(two.call, one))
    const twoAgain = await open(await linkFor(oneAgain, two))
    expect(await codeOf(decide(oneAgain))).toBe('approver-not-independent')
    expect(await codeOf(decide(twoAgain))).toBe('approver-not-independent')
    const itself = await open(await linkFor(twoAgain, two))
    expect(await codeOf(decide(itself))).toBe('approver-not-independent')
  })

  it('who still has a passkey from then, although another administrator made a new link', async () => {
    const puppet = await puppetOf(maker.call, 'approver')
    await addPasskey(puppet.call)
    const { body } = await puppet.call(contract.getSession)
    const link = await linkFor(other.call, { userId: body.id })
    const token = contract.tokenOfLink(new URL(link.url).hash)
    await client.api.anonymous(contract.acceptAccountLink, { body: { token, password: PASSWORD } })
    const { behindIds } = await client.api.deps.db.user.findUniqueOrThrow({
      where: { id: puppet.userId },
    })
    expect(behindIds.toSorted()).toEqual([maker.userId, other.userId].toSorted())
  })
})

describe('a plan is approved by somebody', () => {
  it('whom its maker invited, once another administrator has made a new link', async () => {
    const puppet = await puppetOf(maker.call, 'approver')
    const call = await open(await linkFor(other.call, puppet))
    expect((await decide(call)).body).toMatchObject({ canApply: true })
    expect(await applied(maker.call)).toBe('verified')
  })

  it('whom somebody else invited, but then it is not applied by that one', async () => {
    const approver = await puppetOf(other.call, 'approver')
    expect((await decide(approver.call)).status).toBe(200)
    const refused = await apply(other.call)
    expect([refused.body.code, refused.body.detail]).toEqual([
      'approval-needed',
      'You let in whoever approved this plan, so someone else must apply it.',
    ])
    expect(await applied(maker.call)).toBe('verified')
  })

  it('who let its maker in, and then the plan says so', async () => {
    const puppet = await puppetOf(other.call, 'operator')
    await madeBy(puppet.userId)
    const { body } = await decide(other.call)
    expect(body.canApply).toBe(true)
    expect(body.reasons.at(-1)).toMatchObject({
      code: 'plan-approved',
      severity: 'warning',
      text: expect.stringContaining('let its maker in here, so one person may stand behind both'),
    })
  })

  it('and waits again, with the reason, once it belongs to whoever let that one in', async () => {
    const approver = await puppetOf(other.call, 'approver')
    await decide(approver.call)
    await madeBy(other.userId)
    const { body } = await maker.call(contract.getPlan, { params: { id: plan.id } })
    expect(body.approval).toMatchObject({ state: 'waiting', decision: null })
    const { severity, text } = body.reasons.find(
      ({ code }: contract.Reason) => code === 'approver-not-independent',
    )
    expect([severity, text]).toEqual(['critical', expect.stringContaining('does not count')])
    expect(await codeOf(apply(maker.call))).toBe('approval-needed')
  })
})

it('an identity provider vouches for people, beside everybody but whoever set it up', async () => {
  const company = await startTestProvider()
  const grants = [{ role: 'approver', tag: null }]
  const settings = { ...company.settings, justInTime: true, defaultGrants: grants }
  const reply = await other.call(contract.addIdentityProvider, { body: settings })
  const provider: contract.IdentityProvider = expectStatus(reply, 201)
  const email = `${crypto.randomUUID()}@example.org`
  company.people.set('1', { email, email_verified: true, name: 'Ada' })
  company.person = '1'
  const browser = browserOf(client.api.app)
  const confirmed = async () => {
    const first = await browser.goAndReturn(company, provider)
    const query = { confirm: 'yes', next: '/' }
    return (await browser.goAndReturn(company, provider, query, first.cookie)).call
  }
  const decideThere = async (decision: string) =>
    (await confirmed())(contract.decidePlan, {
      params: { id: plan.id },
      body: { hash: plan.hash, decision, provider: true },
    })

  // Invited by the maker, who could have opened the link; but it is the provider that says who came.
  const body = { email, name: 'Ada', grants }
  expectStatus(await maker.call(contract.invitePerson, { body }), 201)
  await madeBy(other.userId)
  expect(await codeOf(decideThere('approved'))).toBe('approver-not-independent')
  await madeBy(maker.userId)
  expect((await decideThere('approved')).status).toBe(200)

  const saved = { ...settings, issuer: undefined, clientSecret: null }
  const params = { id: provider.id }
  expectStatus(await maker.call(contract.setIdentityProvider, { params, body: saved }), 200)
  plan = await client.plan({ hostId, weights: { vm1: 999 } })
  await madeBy(maker.userId)
  expect(await codeOf(decideThere('approved'))).toBe('approver-not-independent')
  await company.close()
})
