import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { type Caller, caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let admin: Caller & { userId: string }
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.deps.db.user.deleteMany()
  admin = await api.as('administrator')
})
afterAll(() => api.close())

const NEW_PASSWORD = 'velvet otter anvil quince'
const viewer = { role: 'viewer', tag: null }

async function invite(more: object = {}, as: Caller = admin) {
  return as(contract.invitePerson, {
    body: { email: 'Grace@Example.org', name: 'Grace', grants: [viewer], ...more },
  })
}
const tokenOf = (link: { url: string }) => contract.tokenOfLink(link.url)
const accept = (token: string, more: object = {}) =>
  api.anonymous(contract.acceptAccountLink, { body: { token, password: NEW_PASSWORD, ...more } })
const change = (id: string, body: object, as: Caller = admin) =>
  as(contract.updatePerson, { params: { id }, body })
const signIn = (email: string, password = PASSWORD) =>
  api.anonymous(contract.signIn, { body: { email, password } })

describe('an invitation', () => {
  it('lets a person choose a password, once, and sign in with exactly the given roles', async () => {
    const grants = [
      { role: 'operator', tag: 'web-*' },
      { role: 'viewer', tag: null },
    ]
    const { status, body } = await invite({ grants })
    expect(status).toBe(201)
    expect(body.person).toMatchObject({ email: 'grace@example.org', state: 'invited', grants })
    expect(body.link).toMatchObject({ mailed: false, expiresAt: expect.any(String) })
    const token = tokenOf(body.link)
    const opened = await api.anonymous(contract.openAccountLink, { body: { token } })
    expect(opened.body).toEqual({ kind: 'invite', email: 'grace@example.org', name: 'Grace' })
    const reply = await accept(token, { name: 'Grace H.' })
    expect(reply.status).toBe(201)
    const grace = caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
    expect((await grace(contract.getSession)).body).toMatchObject({ name: 'Grace H.', grants })
    expect((await accept(token)).body.code).toBe('link-refused')
    expect((await signIn('grace@example.org', NEW_PASSWORD)).status).toBe(200)
    const { body: people } = await admin(contract.listPeople)
    expect(people.data.map((each: contract.Person) => each.state)).toEqual(['active', 'active'])
  })

  it('is void once it has expired, was replaced, or its person was deactivated', async () => {
    const { body } = await invite()
    const { id } = body.person
    const again = await admin(contract.makePersonLink, { params: { id } })
    expect((await accept(tokenOf(body.link))).body.code).toBe('link-refused')
    await api.deps.db.accountLink.updateMany({ data: { expiresAt: new Date(0) } })
    expect((await accept(tokenOf(again.body))).body.code).toBe('link-refused')
    const third = await admin(contract.makePersonLink, { params: { id } })
    await change(id, { active: false })
    expect((await accept(tokenOf(third.body))).body.code).toBe('link-refused')
    const refused = await admin(contract.makePersonLink, { params: { id } })
    expect([refused.status, refused.body.code]).toEqual([409, 'person-deactivated'])
  })

  it('keeps neither its token nor the password in the database', async () => {
    const { body } = await invite()
    const token = tokenOf(body.link)
    await accept(token)
    const dump = JSON.stringify([
      await api.deps.db.accountLink.findMany(),
      await api.deps.db.user.findMany(),
      await api.deps.db.auditEvent.findMany({ omit: { sequence: true } }),
    ])
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(NEW_PASSWORD)
  })

  it('refuses a known address, a password that is easily guessed, and an unusable role', async () => {
    const { body } = await invite()
    expect((await invite()).body.code).toBe('email-taken')
    const weak = await accept(tokenOf(body.link), { password: 'gracegracegrace' })
    expect([weak.status, weak.body.invalidParams[0].name]).toEqual([422, 'body.password'])
    for (const grants of [
      [],
      [{ role: 'root', tag: null }],
      [{ role: 'administrator', tag: 'web-*' }],
      [{ role: 'viewer', tag: '*b*' }],
      [viewer, viewer],
    ]) {
      expect([400, 422]).toContain((await invite({ email: 'x@example.org', grants })).status)
    }
  })
})

describe('a reset', () => {
  it('ends sessions and tokens when the new password is chosen, not before', async () => {
    const grace = await signInAs(api, 'operator')
    const made = await grace.call(contract.createToken, {
      body: { name: 'CI', scopes: ['hosts:read'] },
    })
    const token = caller(api.app, { authorization: `Bearer ${made.body.secret}` })
    const { body: link } = await admin(contract.makePersonLink, { params: { id: grace.userId } })
    expect((await grace.call(contract.getSession)).status).toBe(200)
    expect((await signIn(grace.email)).status).toBe(200)
    expect((await accept(tokenOf(link))).status).toBe(201)
    expect((await grace.call(contract.getSession)).status).toBe(401)
    expect((await token(contract.getSession)).status).toBe(401)
    expect((await signIn(grace.email)).status).toBe(401)
    expect((await signIn(grace.email, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('a change of roles', () => {
  it('takes effect with the next request', async () => {
    const { call, userId } = await signInAs(api, 'viewer')
    const add = () => call(contract.createHost, { body: { name: crypto.randomUUID() } })
    expect((await add()).status).toBe(403)
    expect((await change(userId, { grants: [{ role: 'operator' }] })).status).toBe(200)
    expect((await add()).status).toBe(201)
    expect((await change(userId, { grants: [] })).status).toBe(200)
    expect((await add()).status).toBe(403)
  })

  it('is recorded with what was before', async () => {
    const { userId } = await signInAs(api, 'viewer')
    await change(userId, { grants: [{ role: 'approver', tag: 'web' }] })
    const event = await api.deps.db.auditEvent.findFirstOrThrow({
      where: { action: 'person.update', targetId: userId },
    })
    expect(event.detail).toEqual({
      grants: [{ role: 'approver', tag: 'web' }],
      grantsBefore: [viewer],
    })
  })
})

describe('a deactivated person', () => {
  it('has no session, no token and no way in, until reactivated', async () => {
    const grace = await signInAs(api, 'operator')
    const { body } = await grace.call(contract.createToken, {
      body: { name: 'CI', scopes: ['hosts:read'] },
    })
    const token = caller(api.app, { authorization: `Bearer ${body.secret}` })
    const gone = await change(grace.userId, { active: false })
    expect(gone.body.state).toBe('deactivated')
    expect((await grace.call(contract.getSession)).status).toBe(401)
    expect((await token(contract.getSession)).status).toBe(401)
    expect((await signIn(grace.email)).status).toBe(401)
    expect((await change(grace.userId, { active: true })).body.state).toBe('active')
    expect((await token(contract.getSession)).status).toBe(401)
    expect((await signIn(grace.email)).status).toBe(200)
  })

  it('leaves what was made to somebody else', async () => {
    const grace = await api.as([{ role: 'operator', tag: 'web-*' }])
    const heir = await api.as([{ role: 'operator', tag: 'web-*' }])
    const { body: upload } = await grace(contract.createUpload, { body: { name: 'x' } })
    const see = () => heir(contract.getUpload, { params: { id: upload.id } })
    expect((await see()).status).toBe(404)
    const params = { id: grace.userId }
    const body = { toId: heir.userId }
    const reply = await admin(contract.transferPerson, { params, body })
    expect(reply.body.owns).toMatchObject({ uploads: 0 })
    expect((await see()).status).toBe(200)
    for (const toId of [grace.userId, crypto.randomUUID()]) {
      const refused = await admin(contract.transferPerson, { params, body: { toId } })
      expect(refused.body.invalidParams[0].name).toBe('body.toId')
    }
  })
})

describe('the last administrator', () => {
  it('can be neither deactivated nor demoted, and one who was only invited does not count', async () => {
    await invite({ grants: [{ role: 'administrator' }] })
    for (const body of [{ active: false }, { grants: [viewer] }]) {
      const reply = await change(admin.userId, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'last-administrator'])
    }
    await api.as('administrator')
    expect((await change(admin.userId, { grants: [viewer] })).status).toBe(200)
  })

  it('remains when two administrators demote each other at once', async () => {
    const other = await api.as('administrator')
    const replies = await Promise.all([
      change(other.userId, { grants: [viewer] }),
      change(admin.userId, { grants: [viewer] }, other),
    ])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(2)
    const where = { role: 'administrator' }
    expect(await api.deps.db.grant.count({ where })).toBeGreaterThan(0)
  })
})

describe('a token that manages people', () => {
  it('makes and becomes nobody who may do more than it', async () => {
    const token = await api.as('administrator', ['people:manage', 'hosts:read'])
    const viewing = await api.as([])
    const transfer = (id: string, toId: string, call: Caller) =>
      call(contract.transferPerson, { params: { id }, body: { toId } })
    const refusals = [
      await invite({ grants: [{ role: 'administrator' }] }, token),
      await invite({}, token),
      await token(contract.makePersonLink, { params: { id: admin.userId } }),
      await change(admin.userId, { email: 'eve@example.org' }, token),
      await transfer(admin.userId, viewing.userId, token),
      await transfer(viewing.userId, admin.userId, token),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.code]).toEqual([403, 'role-too-wide'])
    }
  })
})

describe('one’s own sessions', () => {
  it('are listed with where they began, and ended one by one or all together', async () => {
    const here = await signInAs(api, 'viewer')
    const headers = { 'user-agent': 'Firefox on Linux' }
    const open = async () => {
      const reply = await api.anonymous(contract.signIn, {
        body: { email: here.email, password: PASSWORD },
        headers,
      })
      return caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
    }
    const second = await open()
    const third = await open()
    const list = async () => (await here.call(contract.listSessions)).body.data
    const all: contract.BrowserSession[] = await list()
    expect(all.map(({ current }) => current).sort()).toEqual([false, false, true])
    expect(all.filter(({ userAgent }) => userAgent === headers['user-agent'])).toHaveLength(2)
    expect(all[0]!.address).toBe('127.0.0.1')
    const { body } = await second(contract.listSessions)
    const { id } = body.data.find(({ current }: contract.BrowserSession) => current)
    expect((await here.call(contract.endSession, { params: { id } })).status).toBe(204)
    expect((await second(contract.getSession)).status).toBe(401)
    expect((await third(contract.getSession)).status).toBe(200)
    await here.call(contract.endOtherSessions)
    expect((await third(contract.getSession)).status).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  it('are ended by an administrator, who leaves the account open', async () => {
    const ada = await signInAs(api, 'viewer')
    const params = { id: ada.userId }
    expect((await admin(contract.endPersonSessions, { params })).status).toBe(204)
    expect((await ada.call(contract.getSession)).status).toBe(401)
    expect((await signIn(ada.email)).status).toBe(200)
  })

  it('are nobody else’s to end', async () => {
    const ada = await signInAs(api, 'viewer')
    const eve = await signInAs(api, 'administrator')
    const { body } = await ada.call(contract.listSessions)
    const { id } = body.data[0]
    expect((await eve.call(contract.endSession, { params: { id } })).status).toBe(404)
    expect((await ada.call(contract.getSession)).status).toBe(200)
  })
})

it('people change their own name', async () => {
  const { call } = await signInAs(api, 'viewer')
  expect((await call(contract.updateProfile, { body: { name: 'Grace H.' } })).body.name).toBe(
    'Grace H.',
  )
})
