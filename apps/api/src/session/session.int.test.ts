import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../access/secrets.ts'
import { ABSOLUTE_MS, IDLE_MS } from '../access/session-store.ts'
import { buildApp } from '../http/build-app.ts'
import { modules } from '../modules.ts'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const signIn = (email: string, password = PASSWORD, headers = {}) =>
  api.anonymous(contract.signIn, { body: { email, password }, headers })

describe('200 and 204', () => {
  it('signs in with a cookie that scripts and other sites cannot use', async () => {
    const { email } = await signInAs(api, 'operator')
    const reply = await signIn(email.toUpperCase())
    expect(reply.status).toBe(200)
    const attributes = String(reply.headers['set-cookie'])
    for (const wanted of ['HttpOnly', 'SameSite=Strict', 'Path=/;', 'Expires=']) {
      expect(attributes).toContain(wanted)
    }
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('stores the session only under the hash of its secret', async () => {
    const { cookie } = await signInAs(api, 'operator')
    const secret = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    expect(await api.deps.db.session.count({ where: { id: hashSecret(secret) } })).toBe(1)
    expect(JSON.stringify(await api.deps.db.session.findMany())).not.toContain(secret)
  })

  it('begins a new session at every sign-in and ends the one before', async () => {
    const first = await signInAs(api, 'operator')
    const again = await signIn(first.email, PASSWORD, { cookie: first.cookie })
    expect(cookieOf(again.headers['set-cookie'])).not.toBe(first.cookie)
    expect((await first.call(contract.getSession)).status).toBe(401)
  })

  it('signs out permanently', async () => {
    const { call } = await signInAs(api, 'operator')
    const reply = await call(contract.signOut)
    expect([reply.status, reply.body]).toEqual([200, { providerId: null }])
    expect(String(reply.headers['set-cookie'])).toContain('steelyard_sid=;')
    expect((await call(contract.getSession)).status).toBe(401)
  })

  it('returns who I am and what I may do', async () => {
    const { call, email } = await signInAs(api, 'viewer')
    const { body } = await call(contract.getSession)
    expect(body).toMatchObject({ email, grants: [{ role: 'viewer', tag: null }] })
    expect(body.permissions).not.toContain('plans:apply')
  })

  it('changes the password, ends every other session and keeps this one', async () => {
    const here = await signInAs(api, 'operator')
    const elsewhere = caller(api.app, {
      cookie: cookieOf((await signIn(here.email)).headers['set-cookie']),
    })
    const newPassword = 'another long password'
    const body = { currentPassword: PASSWORD, newPassword }
    const reply = await here.call(contract.changePassword, { body })
    expect(reply.status).toBe(204)
    const cookie = cookieOf(reply.headers['set-cookie'])
    expect((await caller(api.app, { cookie })(contract.getSession)).status).toBe(200)
    expect((await elsewhere(contract.getSession)).status).toBe(401)
    expect((await signIn(here.email)).status).toBe(401)
    expect((await signIn(here.email, newPassword)).status).toBe(200)
  })
})

describe('a changed password and API tokens', () => {
  const newPassword = 'another long password'
  const tokenAfterChange = async (more: object) => {
    const { call } = await signInAs(api, 'operator')
    const { body } = await call(contract.createToken, {
      body: { name: 'CI', scopes: ['hosts:read'] },
    })
    const change = { currentPassword: PASSWORD, newPassword, ...more }
    expect((await call(contract.changePassword, { body: change })).status).toBe(204)
    const token = caller(api.app, { authorization: `Bearer ${body.secret}` })
    return (await token(contract.getSession)).status
  }

  it('revokes them all, for this person only', async () => {
    const other = await api.as('operator')
    expect(await tokenAfterChange({})).toBe(401)
    expect((await other(contract.getSession)).status).toBe(200)
  })

  it('keeps them on request', async () => {
    expect(await tokenAfterChange({ revokeTokens: false })).toBe(200)
  })
})

describe('401', () => {
  it('answers wrong, unknown and disabled credentials alike', async () => {
    const { email } = await signInAs(api, 'operator')
    const gone = await signInAs(api, 'operator')
    await api.deps.db.user.update({
      where: { id: gone.userId },
      data: { disabledAt: new Date() },
    })
    const replies = [
      await signIn(email, 'wrong password'),
      await signIn('nobody@example.org'),
      await signIn(gone.email),
    ]
    for (const { status, body, headers } of replies) {
      expect(status).toBe(401)
      expect(headers['set-cookie']).toBeUndefined()
      expect({ ...body, requestId: '' }).toEqual({ ...replies[0]?.body, requestId: '' })
    }
    expect((await gone.call(contract.getSession)).status).toBe(401)
  })

  it.each([
    ['idle too long', { lastUsedAt: new Date(Date.now() - IDLE_MS - 1000) }],
    ['past its end', { expiresAt: new Date(Date.now() - 1000) }],
  ])('ends a session that is %s', async (_, data) => {
    const { call, userId } = await signInAs(api, 'operator')
    await api.deps.db.session.updateMany({ where: { userId }, data })
    expect((await call(contract.getSession)).status).toBe(401)
    expect(await api.deps.db.session.count({ where: { userId } })).toBe(0)
  })

  it('gives a session a fixed end, however much it is used', async () => {
    const { call, userId } = await signInAs(api, 'operator')
    await call(contract.getSession)
    const row = await api.deps.db.session.findFirstOrThrow({ where: { userId } })
    const lifetime = row.expiresAt.getTime() - row.createdAt.getTime()
    expect(Math.abs(lifetime - ABSOLUTE_MS)).toBeLessThan(60_000)
    await call(contract.updateProfile, { body: { name: 'Edith' } })
    const after = await api.deps.db.session.findFirstOrThrow({ where: { userId } })
    expect(after.expiresAt).toEqual(row.expiresAt)
  })

  it('refuses a forged cookie', async () => {
    const { cookie } = await signInAs(api, 'operator')
    const forged = cookie.replace(/\..*$/, '.AAAA')
    expect((await caller(api.app, { cookie: forged })(contract.getSession)).status).toBe(401)
  })
})

describe('403', () => {
  it('refuses a change that another site requests with the cookie', async () => {
    const { call } = await signInAs(api, 'operator')
    const headers = { origin: 'https://evil.example' }
    expect((await call(contract.signOut, { headers })).body.code).toBe('cross-origin')
    expect((await call(contract.getSession)).status).toBe(200)
  })

  it('refuses a wrong current password without ending the session', async () => {
    const { call } = await signInAs(api, 'operator')
    const body = { currentPassword: 'wrong password', newPassword: 'another long password' }
    const reply = await call(contract.changePassword, { body })
    expect([reply.status, reply.body.code]).toEqual([403, 'password-refused'])
    expect((await call(contract.getSession)).status).toBe(200)
  })

  it('lets no API token change its owner’s password or sign out', async () => {
    const token = await api.as('administrator')
    const body = { currentPassword: PASSWORD, newPassword: 'another long password' }
    expect((await token(contract.changePassword, { body })).status).toBe(403)
    expect((await token(contract.signOut)).status).toBe(403)
  })
})

describe('429', () => {
  it('stops guesses from one address, but not a browser that has signed in before', async () => {
    const { email } = await signInAs(api, 'operator')
    const before = await signIn(email)
    const cookie = [before.headers['set-cookie']].flat().map(cookieOf).join('; ')
    for (let i = 0; i < 10; i++) expect((await signIn(email, `guess ${i}`)).status).toBe(401)
    const reply = await signIn(email)
    expect([reply.status, reply.body.code]).toEqual([429, 'too-many-attempts'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn(email, PASSWORD, { cookie })).status).toBe(200)
    // The cookie of one account gives no further guesses at another.
    const other = await signInAs(api, 'operator')
    for (let i = 0; i < 10; i++) await signIn(other.email, `guess ${i}`)
    expect((await signIn(other.email, PASSWORD, { cookie })).status).toBe(429)
    const forged = cookie.replace(/(steelyard_browser=)[^.]+/, '$1forged')
    expect((await signIn(email, PASSWORD, { cookie: forged })).status).toBe(429)
  })

  it('leaves the account open to its owner elsewhere, and stops guesses from many addresses', async () => {
    const { email } = await signInAs(api, 'operator')
    const from = (address: string, password: string) =>
      signIn(email, password, { 'x-forwarded-for': address })
    for (let i = 0; i < 11; i++) await from('192.0.2.1', `guess ${i}`)
    expect((await from('192.0.2.1', PASSWORD)).status).toBe(429)
    expect((await from('192.0.2.2', PASSWORD)).status).toBe(200)
    for (let i = 0; i < 100; i++) await from(`198.51.100.${i}`, `guess ${i}`)
    expect((await from('203.0.113.1', PASSWORD)).status).toBe(429)
  })

  it('counts over all API processes', async () => {
    const { email } = await signInAs(api, 'operator')
    const rateLimits = { normal: 1000, strict: 1000 }
    const other = await buildApp(api.deps, modules, { rateLimits })
    const elsewhere = caller(other, {})
    const body = { email, password: 'a wrong password' }
    for (let i = 0; i < 5; i++) await signIn(email, `guess ${i}`)
    for (let i = 0; i < 5; i++) await elsewhere(contract.signIn, { body })
    expect((await signIn(email)).status).toBe(429)
    await other.close()
  })
})

it('records refused and accepted sign-ins', async () => {
  const { email, userId } = await signInAs(api, 'operator')
  await signIn(email, 'wrong password')
  const events = await api.deps.db.auditEvent.findMany({
    where: { action: 'session.create', OR: [{ targetId: userId }, { targetName: email }] },
    orderBy: { sequence: 'asc' },
  })
  expect(events.map(({ outcome, actorKind, actorId }) => [outcome, actorKind, actorId])).toEqual([
    ['succeeded', 'user', userId],
    ['refused', 'anonymous', null],
  ])
  const admin = await api.as('administrator')
  const { body } = await admin(contract.listAuditEvents, {
    query: { targetKind: 'user', limit: 1 },
  })
  expect(contract.AuditEvent.parse(body.data[0]).actor).toEqual({
    kind: 'anonymous',
    id: null,
    name: 'not signed in',
  })
})
