import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { SoftPasskey } from '../testing/soft-passkey.ts'
import { caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'
import { CONFIRMED_MS } from './fresh-confirmation.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const routes = modules.flatMap((module) => module.routes)

/** As if this person had signed in some time ago. */
async function age(userId: string, ms = CONFIRMED_MS + 1000): Promise<void> {
  const at = JSON.stringify(Date.now() - ms)
  await api.deps.db.$executeRaw`
    UPDATE "Session" SET "data" = jsonb_set("data", '{confirmedAt}', ${at}::jsonb)
     WHERE "userId" = ${userId}::uuid`
}

/** An administrator who signed in a while ago. */
async function longSignedIn() {
  const person = await signInAs(api, 'administrator')
  await age(person.userId)
  return person
}

const body = { roles: [] }

describe('a change of who may do what', () => {
  it('is declared as such: people, guards, tokens, second factors, sessions, an end of a stop', () => {
    const fresh = routes.filter(({ options }) => options.fresh).map(({ endpoint }) => endpoint.id)
    const expected = routes
      .filter(({ endpoint }) => endpoint.method !== 'GET')
      .filter(
        ({ options }) =>
          ['people:manage', 'tokens:manage'].includes(options.access) ||
          [options.audit]
            .flat()
            .some((action) => /^second-factor\.(?!rename)|^session\.end/.test(action ?? '')),
      )
      .map(({ endpoint }) => endpoint.id)
    expect(fresh.toSorted()).toEqual([...expected, 'startPasskey', 'resumeLoop'].toSorted())
    expect(fresh).toEqual(expect.arrayContaining(['createToken', 'updatePerson', 'removeApp']))
  })

  it('needs a confirmation within 15 minutes; nothing is done and nothing is learned without', async () => {
    const { call } = await longSignedIn()
    for (const { endpoint } of routes.filter(({ options }) => options.fresh)) {
      const { status, body: problem } = await call(endpoint, { params: { id: 'x' } })
      const said = problem.code ?? problem.detail // SCIM has a form of its own
      expect([endpoint.id, status]).toEqual([endpoint.id, 403])
      expect(said).toMatch(/^confirmation-needed$|Confirm that it is still you/)
    }
    expect((await call(contract.listPeople)).status).toBe(200)
  })

  it('needs none right after the sign-in, and one again after 15 minutes', async () => {
    const { call, userId } = await signInAs(api, 'administrator')
    expect((await call(contract.setSecondFactorPolicy, { body })).status).toBe(200)
    await age(userId, CONFIRMED_MS - 5000)
    expect((await call(contract.setSecondFactorPolicy, { body })).status).toBe(200)
    await age(userId)
    expect((await call(contract.setSecondFactorPolicy, { body })).status).toBe(403)
  })

  it('needs none from a token, which its scopes limit', async () => {
    const token = await api.as('administrator')
    expect((await token(contract.setSecondFactorPolicy, { body })).status).toBe(200)
  })
})

describe('a confirmation', () => {
  it('by the password holds in a session with a new id, and the old one ends', async () => {
    const { call } = await longSignedIn()
    const reply = await call(contract.confirmSession, { body: { password: PASSWORD } })
    expect(reply.status).toBe(204)
    const confirmed = caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
    expect((await confirmed(contract.setSecondFactorPolicy, { body })).status).toBe(200)
    expect((await call(contract.getSession)).status).toBe(401)
  })

  it('by a passkey holds too, once for each challenge', async () => {
    const { call, cookie, userId } = await signInAs(api, 'administrator')
    const passkey = new SoftPasskey(api.deps.config.webOrigin)
    const options = await call(contract.startPasskey)
    const attestation = passkey.register(options.body)
    await call(contract.addPasskey, { body: { name: 'Key', passkey: attestation } })
    await age(userId)
    const challenge = await caller(api.app, { cookie })(contract.askForPasskey)
    const proof = { passkey: passkey.sign(challenge.body) }
    const reply = await call(contract.confirmSession, { body: proof })
    const confirmed = caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
    expect((await confirmed(contract.setSecondFactorPolicy, { body })).status).toBe(200)
    const again = await confirmed(contract.confirmSession, { body: proof })
    expect([again.status, again.body.code]).toEqual([403, 'passkey-refused'])
  })

  it('is refused and recorded with a wrong password, and leaves the session as it is', async () => {
    const { call, userId } = await longSignedIn()
    const reply = await call(contract.confirmSession, { body: { password: 'wrong' } })
    expect([reply.status, reply.body.code]).toEqual([403, 'password-refused'])
    expect((await call(contract.getSession)).status).toBe(200)
    expect((await call(contract.confirmSession, { body: {} })).status).toBe(422)
    const rows = await api.deps.db.auditEvent.findMany({
      where: { actorId: userId, action: 'session.confirm' },
    })
    expect(rows.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['refused', { code: 'password-refused' }],
    ])
  })

  it('that is asked for is no refusal in the audit trail', async () => {
    const { call, userId } = await longSignedIn()
    await call(contract.setSecondFactorPolicy, { body })
    await api.app.close()
    const where = { actorId: userId, action: 'access.refuse' }
    expect(await api.deps.db.auditEvent.count({ where })).toBe(0)
  })
})
