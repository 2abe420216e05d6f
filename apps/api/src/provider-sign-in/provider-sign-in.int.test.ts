import { generateKeyPairSync } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { breakGlass } from '../people/break-glass.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'
import { startTestProvider, type TestProvider } from '../testing/test-provider.ts'
import { browserOf } from './testing/browser-of.ts'

let api: TestApi
let company: TestProvider
let admin: Caller & { userId: string }
beforeAll(async () => {
  api = await startTestApi()
  browser = browserOf(api.app)
})
beforeEach(async () => {
  company = await startTestProvider()
  await api.deps.db.identityProvider.deleteMany()
  await api.deps.db.user.deleteMany()
  admin = await api.as('administrator')
  company.people.set('1', {
    email: 'ada@example.org',
    email_verified: true,
    name: 'Ada',
    groups: ['web', 'staff'],
  })
  company.person = '1'
  return () => company.close()
})
afterAll(() => api.close())

const webOperator = { role: 'operator', tag: 'web-*' }
const viewer = { role: 'viewer', tag: null }
const rules = [{ group: 'web', grants: [webOperator] }]
const arriving = { justInTime: true, rules }

async function add(more: object = {}): Promise<contract.IdentityProvider> {
  const { status, body } = await admin(contract.addIdentityProvider, {
    body: { ...company.settings, ...more },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body
}

function change(provider: contract.IdentityProvider, more: object) {
  const settings = { ...company.settings, clientSecret: null, ...more }
  return admin(contract.setIdentityProvider, { params: { id: provider.id }, body: settings })
}

let browser: ReturnType<typeof browserOf>
const toCallback = (provider: { id: string }) => browser.toCallback(company, provider)
const signIn = (provider: { id: string }, next = '/') =>
  browser.goAndReturn(company, provider, { next })

const refusedWith = (code: string) => ({ status: 303, location: `/sign-in?refused=${code}` })
const withPassword = (email: string) =>
  api.anonymous(contract.signIn, { body: { email, password: PASSWORD } })
const trail = (action: string) =>
  api.deps.db.auditEvent.findMany({
    where: { action },
    orderBy: { sequence: 'desc' },
    select: { outcome: true, detail: true, targetName: true, actorName: true },
  })

describe('a person whom the provider brings', () => {
  it('arrives with the roles of the groups, and lands where it wanted to go', async () => {
    const provider = await add(arriving)
    const answer = await signIn(provider, '/hosts/7?tab=a&b=<c>')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('content="0;url=/hosts/7?tab=a&#38;b=%3Cc%3E"')
    expect(await answer.person()).toMatchObject({
      email: 'ada@example.org',
      name: 'Ada',
      grants: [webOperator],
    })
    const { body } = await admin(contract.listPeople)
    expect(body.data.find(({ name }: contract.Person) => name === 'Ada')).toMatchObject({
      state: 'active',
      grants: [],
      providerGrants: [{ ...webOperator, provider: 'Company' }],
    })
    expect((await trail('person.arrive'))[0]).toMatchObject({
      targetName: 'Ada',
      detail: { provider: 'Company', email: 'ada@example.org' },
    })
    expect((await trail('session.create'))[0]).toMatchObject({
      actorName: 'Ada',
      outcome: 'succeeded',
      detail: { provider: 'Company' },
    })
  })

  it('is found again by the provider’s own name for it, whatever its address is by then', async () => {
    const provider = await add(arriving)
    const { id } = await (await signIn(provider)).person()
    company.people.set('1', { email: 'lovelace@example.org', groups: ['web'] })
    expect((await (await signIn(provider)).person()).id).toBe(id)
    company.people.set('2', { email: 'ada@example.org', email_verified: true, groups: ['web'] })
    company.person = '2'
    expect(await signIn(provider)).toMatchObject(refusedWith('known-otherwise'))
  })

  it('has one account after two first sign-ins at once', async () => {
    const provider = await add(arriving)
    const both = await Promise.all([signIn(provider), signIn(provider)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await api.deps.db.user.count({ where: { email: 'ada@example.org' } })).toBe(1)
  })

  it('arrives from a provider without user info, all claims being in the ID token', async () => {
    await company.close()
    const { people, person } = company
    company = Object.assign(await startTestProvider({ userInfo: false }), { people, person })
    const issuer = await fetch(`${company.issuer}/.well-known/openid-configuration`)
    expect(await issuer.json()).not.toHaveProperty('userinfo_endpoint')
    people.get('1')!.groups = ['web']
    for (const [sub, claims] of people) company.people.set(sub, claims)
    expect(await (await signIn(await add(arriving))).person()).toMatchObject({
      grants: [webOperator],
    })
  })

  it.each([
    ['is unknown and nobody may arrive', {}, {}, 'not-known-here'],
    ['has no group with a role', arriving, { groups: ['staff'] }, 'no-role-here'],
    [
      'has an address that nobody verified',
      arriving,
      { email_verified: false },
      'email-not-verified',
    ],
    [
      'has an address of unknown standing',
      arriving,
      { email_verified: undefined },
      'email-not-verified',
    ],
    ['has no address', arriving, { email: undefined }, 'email-not-verified'],
    [
      'has an address that is known to be unverified, whatever is trusted',
      { ...arriving, trustsEmails: true },
      { email_verified: false },
      'email-not-verified',
    ],
  ])('stays outside if it %s', async (_, settings, claims, code) => {
    const provider = await add(settings)
    company.people.set('1', { ...company.people.get('1'), ...claims })
    const { headers, ...answer } = await signIn(provider)
    expect(answer).toMatchObject(refusedWith(code))
    expect(String(headers['set-cookie'])).not.toContain('steelyard_sid')
    expect(await api.deps.db.user.count()).toBe(1)
    expect((await trail('session.create'))[0]).toMatchObject({
      outcome: 'refused',
      detail: { code, provider: 'Company' },
    })
  })

  it('arrives with an address of unknown standing where those are trusted', async () => {
    const provider = await add({ ...arriving, trustsEmails: true })
    company.people.set('1', { email: 'ada@example.org', groups: 'web' })
    expect(await (await signIn(provider)).person()).toMatchObject({ name: 'ada@example.org' })
  })

  it('stays outside if the account was deactivated here', async () => {
    const provider = await add(arriving)
    const { id } = await (await signIn(provider)).person()
    await admin(contract.updatePerson, { params: { id }, body: { active: false } })
    expect(await signIn(provider)).toMatchObject(refusedWith('account-deactivated'))
  })
})

describe('an account that was there before', () => {
  it('is let in by address if it was invited, and the invitation is used up', async () => {
    const provider = await add()
    const invited = await admin(contract.invitePerson, {
      body: { email: 'Ada@example.org', name: 'Countess', grants: [viewer] },
    })
    expect(await (await signIn(provider)).person()).toMatchObject({
      id: invited.body.person.id,
      name: 'Countess',
      grants: [viewer],
    })
    const token = contract.tokenOfLink(invited.body.link.url)
    expect((await api.anonymous(contract.openAccountLink, { body: { token } })).status).toBe(403)
  })

  it('is let in by address only if the administrator said so', async () => {
    const provider = await add(arriving)
    const { userId } = await signInAs(api, 'viewer', 'ada@example.org')
    expect(await signIn(provider)).toMatchObject(refusedWith('known-otherwise'))
    await change(provider, { ...arriving, linksByEmail: true })
    expect(await (await signIn(provider)).person()).toMatchObject({
      id: userId,
      grants: [webOperator, viewer],
    })
    expect((await trail('person.link-identity'))[0]).toMatchObject({
      detail: { provider: 'Company', email: 'ada@example.org' },
    })
  })
})

describe('roles', () => {
  it('follow the groups at each sign-in; those given by hand stay', async () => {
    const byHand = { role: 'approver', tag: 'db-*' }
    const provider = await add({ ...arriving, defaultGrants: [viewer] })
    const { id } = await (await signIn(provider)).person()
    const edited = await admin(contract.updatePerson, {
      params: { id },
      body: { grants: [byHand, viewer] },
    })
    expect(edited.body).toMatchObject({
      grants: [byHand, viewer],
      providerGrants: [viewer, webOperator].map((each) => ({ ...each, provider: 'Company' })),
    })
    company.people.get('1')!.groups = ['staff']
    expect((await (await signIn(provider)).person()).grants).toEqual([byHand, viewer])
    company.people.get('1')!.groups = undefined
    await change(provider, { ...arriving, defaultGrants: [] })
    expect((await (await signIn(provider)).person()).grants).toEqual([byHand, viewer])
    expect(await api.deps.db.grant.count({ where: { providerId: provider.id } })).toBe(0)
    expect((await trail('person.follow-groups'))[0]).toMatchObject({
      detail: { provider: 'Company', grants: [], grantsBefore: [viewer] },
    })
  })

  it.each([
    ['realm_access.roles', { realm_access: { roles: ['web'] } }],
    ['https://example.org/groups', { 'https://example.org/groups': ['web'] }],
  ])('are read from the claim %s', async (groupsClaim, claims) => {
    company.tamper = (token) => ({ ...token, ...claims })
    const provider = await add({ ...arriving, groupsClaim })
    expect((await (await signIn(provider)).person()).grants).toEqual([webOperator])
  })

  it('do not leave the last administrator without the role', async () => {
    const administrators = [{ group: 'web', grants: [{ role: 'administrator', tag: null }] }]
    const provider = await add({ linksByEmail: true, rules: administrators })
    const { userId } = await signInAs(api, 'viewer', 'ada@example.org')
    await signIn(provider)
    await api.deps.db.grant.deleteMany({ where: { userId: admin.userId } })
    company.people.get('1')!.groups = []
    expect((await (await signIn(provider)).person()).grants).toEqual([
      { role: 'administrator', tag: null },
      viewer,
    ])
    expect((await trail('person.follow-groups'))[0]!.detail).toMatchObject({
      keptLastAdministrator: true,
    })
    await signInAs(api, 'administrator')
    expect((await (await signIn(provider)).person()).grants).toEqual([viewer])
    expect(await api.deps.db.grant.count({ where: { userId } })).toBe(1)
  })
})

it('nobody becomes an administrator because none can sign in just then', async () => {
  // Whoever runs the machine lets in the only administrator, who has a passkey alone: until the link
  // is used, that one has nothing.
  const email = 'only@example.org'
  const { userId } = await signInAs(api, 'administrator', email)
  const provider = await add({ ...arriving, defaultGrants: [viewer] })
  const passkey = { name: 'Key', credentialId: 'k', publicKey: Buffer.from('k'), counter: 0 }
  await api.deps.db.user.update({
    where: { id: userId },
    data: { passwordHash: null, passkeys: { create: passkey } },
  })
  await api.deps.db.grant.deleteMany({ where: { userId: admin.userId } })
  await breakGlass(api.deps.db, email, false)
  expect((await (await signIn(provider)).person()).grants).toEqual([webOperator, viewer])
  company.people.get('1')!.groups = []
  expect((await (await signIn(provider)).person()).grants).toEqual([viewer])
})

describe('an answer that is not to be believed', () => {
  const refused = refusedWith('provider-refused')
  const why = async () => ((await trail('session.create'))[0]!.detail as { why: string }).why

  it.each<[string, (claims: Record<string, unknown>) => object, RegExp]>([
    ['another nonce', () => ({ nonce: 'another' }), /"nonce"/],
    ['no nonce', () => ({ nonce: undefined }), /"nonce"/],
    ['another issuer', () => ({ iss: 'https://evil.example' }), /"iss"/],
    ['another audience', () => ({ aud: 'another' }), /"aud"/],
    [
      'several audiences and another client',
      () => ({ aud: ['steelyard', 'x'], azp: 'x' }),
      /"azp"/,
    ],
    ['an end two minutes ago', () => ({ exp: Math.floor(Date.now() / 1000) - 120 }), /expired/],
    ['no subject', () => ({ sub: undefined }), /"sub"/],
    ['an empty subject', () => ({ sub: '' }), /names no subject/],
    ['a subject that is no text', () => ({ sub: 7 }), /"sub"/],
    ['a subject that cannot be stored', () => ({ sub: 'a\u0000' }), /names no subject/],
    ['a subject without end', () => ({ sub: 'a'.repeat(256) }), /names no subject/],
    ['another subject than the user info', () => ({ sub: '2' }), /"sub"/],
  ])('has %s in its ID token', async (_, changed, reason) => {
    const provider = await add(arriving)
    company.tamper = (claims) => ({ ...claims, ...changed(claims) })
    expect(await signIn(provider)).toMatchObject(refused)
    expect(await why()).toMatch(reason)
    expect(await api.deps.db.user.count()).toBe(1)
    // What one answer says of a person makes the provider unusable for nobody else.
    company.tamper = (claims) => claims
    const { body } = await admin(contract.listIdentityProviders)
    expect(body.data[0].trouble).toBeNull()
    expect((await signIn(provider)).status).toBe(200)
  })

  it.each<[string, object]>([
    ['an address', { email: 'a\u0000@example.org' }],
    ['a list of addresses', { email: ['ada@example.org'] }],
    ['no text for an address', { email: 7, email_verified: 'true' }],
  ])('names %s that is none', async (_, claims) => {
    Object.assign(company.people.get('1')!, claims)
    expect(await signIn(await add(arriving))).toMatchObject(refusedWith('email-not-verified'))
  })

  it('names groups and a name of other types, which stand for nothing', async () => {
    const more = { groups: { web: true }, name: { first: 'Ada' } }
    Object.assign(company.people.get('1')!, more)
    const person = await (
      await signIn(await add({ ...arriving, defaultGrants: [viewer] }))
    ).person()
    expect(person).toMatchObject({ name: 'ada@example.org', grants: [viewer] })
  })

  it('has an ID token that the provider did not sign', async () => {
    const provider = await add(arriving)
    company.tamperKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(await signIn(provider)).toMatchObject(refused)
    expect(await why()).toMatch(/signature/)
  })

  it.each([
    ['another state', 'state', 'another', /"state"/],
    ['no state', 'state', null, /"state"/],
    ['another code', 'code', 'another', /invalid_grant/],
    ['another issuer', 'iss', 'https://evil.example', /"iss"/],
    ['no issuer', 'iss', null, /"iss"/],
  ])('comes with %s', async (_, name, value, reason) => {
    const { callback, ticket } = await toCallback(await add(arriving))
    if (value === null) callback.searchParams.delete(name)
    else callback.searchParams.set(name, value)
    expect(await browser.get(callback.pathname + callback.search, ticket)).toMatchObject(refused)
    expect(await why()).toMatch(reason)
  })

  it('comes a second time', async () => {
    const { path, ticket } = await toCallback(await add(arriving))
    const first = await browser.get(path, ticket)
    expect(first.status).toBe(200)
    expect(first.set).toContain('steelyard_ticket=')
    expect(await browser.get(path)).toMatchObject(refusedWith('sign-in-expired'))
    expect(await browser.get(path, ticket)).toMatchObject(refused)
    expect(await why()).toMatch(/invalid_grant/)
  })

  it('belongs to the sign-in of another browser', async () => {
    const provider = await add(arriving)
    const victim = await toCallback(provider)
    const attacker = await toCallback(provider)
    expect(await browser.get(attacker.path, victim.ticket)).toMatchObject(refused)
  })

  it('comes to the address of another provider, or late, or with a changed ticket', async () => {
    const provider = await add(arriving)
    const { path, ticket } = await toCallback(provider)
    const expired = refusedWith('sign-in-expired')
    const elsewhere = path.replace(provider.id, crypto.randomUUID())
    expect(await browser.get(elsewhere, ticket)).toMatchObject(expired)
    const changed = ticket.replace(/.(?=.{20}$)/, (it) => (it === 'A' ? 'B' : 'A'))
    expect(await browser.get(path, changed)).toMatchObject(expired)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await browser.get(path, ticket)).toMatchObject(expired)
    vi.useRealTimers()
    expect((await browser.get(path, ticket)).status).toBe(200)
  })

  it('says that the person gave up', async () => {
    company.person = null
    expect(await signIn(await add(arriving))).toMatchObject(refused)
    expect(await why()).toBe(
      'Company did not confirm the sign-in: it answers access_denied: the person cancelled.',
    )
  })
})

it('tolerates clocks that differ by less than a minute', async () => {
  const provider = await add(arriving)
  const now = Date.now() / 1000
  company.tamper = (claims) => ({ ...claims, iat: now - 600, exp: now - 40 })
  expect((await signIn(provider)).status).toBe(200)
})

describe('the way to the provider', () => {
  it('carries PKCE, state and nonce, and a ticket that the browser cannot read', async () => {
    const provider = await add()
    const { begun, ticket } = await toCallback(provider)
    const query = Object.fromEntries(new URL(begun.location).searchParams)
    expect(query).toEqual({
      client_id: 'steelyard',
      redirect_uri: provider.callbackUrl,
      response_type: 'code',
      scope: 'openid email profile groups',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const attributes = String(begun.headers['set-cookie'])
    for (const wanted of ['HttpOnly', 'SameSite=Lax', 'Path=/api/v1/sign-in', 'Max-Age=600'])
      expect(attributes).toContain(wanted)
    expect(Buffer.from(ticket.split('=')[1]!, 'base64url').toString('latin1')).not.toContain(
      'state',
    )
  })

  it.each(['https://evil.example', '//evil.example', '/.//evil.example', '/\\evil.example'])(
    'does not lead to %s afterwards',
    async (next) => {
      expect((await signIn(await add(arriving), next)).body).toContain('content="0;url=/"')
    },
  )

  it.each(['cross-site', 'same-site'])(
    'is not taken for a link that is %s: it leads to the sign-in page',
    async (site) => {
      const { id } = await add()
      const begun = await browser.get(`/api/v1/sign-in/${id}?next=/lab`, '', {
        'sec-fetch-site': site,
      })
      expect(begun).toMatchObject({ status: 303, location: '/sign-in?next=%2Flab' })
      expect(begun.headers['set-cookie']).toBeUndefined()
      const ours = await browser.get(`/api/v1/sign-in/${id}`, '', {
        'sec-fetch-site': 'same-origin',
      })
      expect(ours.location).toContain(company.issuer)
    },
  )

  it('leads back with the reason if there is no such provider, or it does not answer', async () => {
    const unknown = await browser.get(`/api/v1/sign-in/${crypto.randomUUID()}?next=/lab`)
    expect(unknown).toMatchObject({
      status: 303,
      location: '/sign-in?next=%2Flab&refused=identity-provider-not-found',
    })
    const provider = await add()
    await company.close()
    // Another client id, so that what was discovered before is forgotten.
    await change(provider, { clientId: 'other' })
    expect(await browser.get(`/api/v1/sign-in/${provider.id}`)).toMatchObject(
      refusedWith('identity-provider-unusable'),
    )
    company = await startTestProvider()
  })
})

describe('a session that began with a provider', () => {
  it('says so, and ends with the provider and the roles that it gave', async () => {
    const provider = await add(arriving)
    const { call, person } = await signIn(provider)
    const { body } = await call(contract.listSessions)
    expect(body.data[0]).toMatchObject({ current: true, provider: 'Company' })
    const { id } = await person()
    await admin(contract.removeIdentityProvider, { params: { id: provider.id } })
    expect((await call(contract.getSession)).status).toBe(401)
    expect(await api.deps.db.user.findUnique({ where: { id }, include: { grants: true } })).toEqual(
      expect.objectContaining({ grants: [] }),
    )
  })

  it('ends here, and offers the way to the provider’s own sign-out', async () => {
    const provider = await add(arriving)
    const { call } = await signIn(provider)
    expect((await call(contract.signOut)).body).toEqual({ providerId: provider.id })
    expect((await call(contract.getSession)).status).toBe(401)
    const { body: ways } = await api.anonymous(contract.getSignInWays)
    expect(ways.providers).toEqual([
      { id: provider.id, name: 'Company', works: true, canSignOut: true },
    ])
    const { status, location } = await browser.get(`/api/v1/sign-in/${provider.id}/sign-out`)
    expect(status).toBe(303)
    expect(new URL(location).origin).toBe(company.issuer)
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
      client_id: 'steelyard',
      post_logout_redirect_uri: provider.signedOutUrl,
    })
  })
})

describe('a required provider', () => {
  const required = { ...arriving, required: true }

  it('can be required only once somebody has signed in with it', async () => {
    const early = await admin(contract.addIdentityProvider, {
      body: { ...company.settings, ...required },
    })
    expect([early.status, early.body.code]).toEqual([409, 'provider-unproven'])
    const provider = await add(arriving)
    expect((await change(provider, required)).body.code).toBe('provider-unproven')
    await signIn(provider)
    expect((await change(provider, required)).body).toMatchObject({ required: true, trouble: null })
  })

  it('switches passwords off while it works, and leaves administrators theirs while it does not', async () => {
    const chief = await signInAs(api, 'administrator')
    const worker = await signInAs(api, 'operator')
    const provider = await add(arriving)
    await signIn(provider)
    await change(provider, required)
    const ways = async () => (await api.anonymous(contract.getSignInWays)).body
    expect(await ways()).toMatchObject({ password: 'nobody', providers: [{ works: true }] })
    for (const { email } of [chief, worker]) {
      const refused = await withPassword(email)
      expect([refused.status, refused.body.code]).toEqual([403, 'provider-required'])
    }
    company.failures.set('/.well-known/openid-configuration', 500)
    await change(provider, { ...required, clientId: 'again' })
    expect(await ways()).toMatchObject({
      password: 'administrators',
      providers: [{ works: false }],
    })
    expect((await withPassword(chief.email)).status).toBe(200)
    const refused = await withPassword(worker.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'provider-fails'])
  })

  it('does not work either while it turns this client down', async () => {
    const provider = await add(arriving)
    await signIn(provider)
    await change(provider, { ...required, clientSecret: 'wrong' })
    expect(await signIn(provider)).toMatchObject(refusedWith('identity-provider-unusable'))
    const { body } = await admin(contract.listIdentityProviders)
    expect(body.data[0].trouble).toMatch(/invalid_client/)
    const { body: ways } = await api.anonymous(contract.getSignInWays)
    expect(ways.password).toBe('administrators')
    await change(provider, { ...required, clientSecret: company.settings.clientSecret })
    expect((await signIn(provider)).status).toBe(200)
    expect((await admin(contract.listIdentityProviders)).body.data[0].trouble).toBeNull()
  })

  it('does not keep out whoever runs the machine', async () => {
    const chief = await signInAs(api, 'administrator')
    const provider = await add(arriving)
    await signIn(provider)
    await change(provider, required)
    const { token } = await breakGlass(api.deps.db, chief.email, false)
    const entered = await api.anonymous(contract.acceptAccountLink, {
      body: { token, password: 'velvet otter anvil quince' },
    })
    expect(entered.status).toBe(201)
  })
})
