import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../http/build-app.ts'
import { modules } from '../modules.ts'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { SoftPasskey } from '../testing/soft-passkey.ts'
import { type Caller, caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'

const STEP_MS = 30_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A person with an authenticator app; `codeAt` gives the code of a later time step. */
async function withApp() {
  // A test should not be over the end of a step, at which every code is a step older.
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < 8_000) await sleep(left)
  const person = await signInAs(api, 'operator')
  const { body } = await person.call(contract.startApp)
  const totp = new TOTP({ secret: body.secret })
  const codeAt = (step: number) => totp.generate({ timestamp: Date.now() + step * STEP_MS })
  const reply = await person.call(contract.confirmApp, { body: { code: codeAt(-1) } })
  expect(reply.status).toBe(200)
  return { ...person, ...body, codeAt, recoveryCodes: reply.body.recoveryCodes as string[] }
}

/** A person with a passkey made in software. */
async function withPasskey() {
  const person = await signInAs(api, 'operator')
  const passkey = new SoftPasskey(api.deps.config.webOrigin)
  const reply = await add(person.call, passkey)
  expect(reply.status).toBe(201)
  return { ...person, passkey, recoveryCodes: reply.body.recoveryCodes as string[] }
}

async function add(call: Caller, passkey: SoftPasskey) {
  const { body } = await call(contract.startPasskey)
  return call(contract.addPasskey, { body: { name: 'Laptop', passkey: passkey.register(body) } })
}

/** The browser after the password alone. */
async function enterPassword(email: string) {
  const reply = await api.anonymous(contract.signIn, { body: { email, password: PASSWORD } })
  const cookie = cookieOf(reply.headers['set-cookie'])
  return { state: reply.body, cookie, call: caller(api.app, { cookie }) }
}

/** A second browser, signed in with a code. */
async function enterBoth(email: string, code: string): Promise<Caller> {
  const reply = await enter((await enterPassword(email)).call, code)
  return caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
}

const enter = (call: Caller, code: string) => call(contract.enterCode, { body: { code } })

/** Asks for a challenge without a session, as the sign-in page does. */
async function challenged(cookie?: string) {
  const reply = await caller(api.app, cookie ? { cookie } : {})(contract.askForPasskey)
  const own = { cookie: cookie ?? cookieOf(reply.headers['set-cookie']) }
  return { options: reply.body, call: caller(api.app, own) }
}

/** One that does not answer. */
const PROVIDER = {
  name: 'Firm',
  issuer: 'http://localhost:9/firm',
  clientId: 'steelyard',
  scopes: 'openid',
  groupsClaim: 'groups',
  rules: [],
  defaultGrants: [],
  justInTime: false,
  linksByEmail: false,
  trustsEmails: false,
  required: true,
}

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body?.code,
]

describe('an authenticator app', () => {
  it('keeps its secret sealed, bound to its person', async () => {
    const { secret, userId } = await withApp()
    const row = await api.deps.db.totpFactor.findUniqueOrThrow({ where: { userId } })
    expect(Buffer.from(row.sealedSecret).toString('latin1')).not.toContain(secret)
  })

  it('asks for its code after the password, and only then is the session complete', async () => {
    const { email, codeAt } = await withApp()
    const { state, call } = await enterPassword(email)
    expect(state).toEqual({ step: 'second-factor', methods: ['app', 'recovery-code'] })
    expect((await call(contract.getSession)).status).toBe(401)
    const reply = await enter(call, codeAt(0))
    expect(reply.body).toEqual({ step: 'complete', methods: [] })
    const cookie = cookieOf(reply.headers['set-cookie'])
    expect((await caller(api.app, { cookie })(contract.getSession)).status).toBe(200)
  })

  it('accepts a code once only, also of two requests at the same time', async () => {
    const { email, codeAt } = await withApp()
    const browsers = [await enterPassword(email), await enterPassword(email)]
    const replies = await Promise.all(browsers.map(({ call }) => enter(call, codeAt(0))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    const again = await enter((await enterPassword(email)).call, codeAt(0))
    expect(outcomeOf(again)).toEqual([403, 'code-refused'])
  })

  it('accepts neighbouring steps, no further ones', async () => {
    const { email, codeAt } = await withApp()
    expect(outcomeOf(await enter((await enterPassword(email)).call, codeAt(3)))).toEqual([
      403,
      'code-refused',
    ])
    expect((await enter((await enterPassword(email)).call, codeAt(1))).status).toBe(200)
  })

  it('that cannot be opened any more leaves the recovery codes', async () => {
    const { email, userId, codeAt, recoveryCodes } = await withApp()
    const sealedSecret = new Uint8Array(60)
    await api.deps.db.totpFactor.update({ where: { userId }, data: { sealedSecret } })
    expect((await enter((await enterPassword(email)).call, codeAt(0))).status).toBe(403)
    expect((await enter((await enterPassword(email)).call, recoveryCodes[0]!)).status).toBe(200)
  })

  it('stops guesses, also with a new password entry', async () => {
    const { email, codeAt } = await withApp()
    for (let i = 0; i < 10; i++) await enter((await enterPassword(email)).call, '000000')
    const reply = await enter((await enterPassword(email)).call, codeAt(0))
    expect(outcomeOf(reply)).toEqual([429, 'too-many-attempts'])
  })

  it('does not count before its first code was right', async () => {
    const { call, email } = await signInAs(api, 'operator')
    await call(contract.startApp)
    expect((await call(contract.confirmApp, { body: { code: '000000' } })).status).toBe(403)
    expect((await enterPassword(email)).state.step).toBe('complete')
  })

  it('is removed, with its recovery codes; other sessions end', async () => {
    const { call, email, userId, codeAt } = await withApp()
    const elsewhere = await enterBoth(email, codeAt(0))
    expect((await elsewhere(contract.getSession)).status).toBe(200)
    expect((await call(contract.removeApp)).status).toBe(204)
    expect((await call(contract.removeApp)).status).toBe(404)
    expect((await call(contract.getSession)).status).toBe(200)
    expect((await elsewhere(contract.getSession)).status).toBe(401)
    expect((await enterPassword(email)).state.step).toBe('complete')
    expect(await api.deps.db.recoveryCode.count({ where: { userId } })).toBe(0)
  })

  it('ends other sessions when it is set up, which began without it', async () => {
    const { call, email } = await signInAs(api, 'operator')
    const elsewhere = await enterPassword(email)
    const { body } = await call(contract.startApp)
    const code = new TOTP({ secret: body.secret }).generate()
    expect((await call(contract.confirmApp, { body: { code } })).status).toBe(200)
    expect((await elsewhere.call(contract.getSession)).status).toBe(401)
    expect(outcomeOf(await call(contract.startApp))).toEqual([409, 'app-exists'])
  })
})

describe('recovery codes', () => {
  it('are ten, work once each in any spelling, and are stored only as hashes', async () => {
    const { email, recoveryCodes } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const stored = JSON.stringify(await api.deps.db.recoveryCode.findMany())
    expect(stored).not.toContain(recoveryCodes[0])
    const spelt = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    expect((await enter((await enterPassword(email)).call, spelt)).status).toBe(200)
    const again = await enter((await enterPassword(email)).call, recoveryCodes[0]!)
    expect(outcomeOf(again)).toEqual([403, 'code-refused'])
  })

  it('of another person open nothing', async () => {
    const { email } = await withApp()
    const { recoveryCodes } = await withApp()
    const reply = await enter((await enterPassword(email)).call, recoveryCodes[0]!)
    expect(reply.status).toBe(403)
  })

  it('are replaced on request', async () => {
    const { call, email, recoveryCodes } = await withApp()
    const made = await call(contract.makeRecoveryCodes)
    expect(made.body.recoveryCodes).toHaveLength(10)
    const old = await enter((await enterPassword(email)).call, recoveryCodes[1]!)
    expect(old.status).toBe(403)
    const fresh = await enter((await enterPassword(email)).call, made.body.recoveryCodes[0])
    expect(fresh.status).toBe(200)
  })

  it('are not made for whoever has no factor', async () => {
    const { call } = await signInAs(api, 'operator')
    expect(outcomeOf(await call(contract.makeRecoveryCodes))).toEqual([409, 'no-second-factor'])
  })
})

describe('a half-open session', () => {
  const closed = modules
    .flatMap(({ routes }) => routes)
    .filter(({ options }) => options.access !== 'public')

  it.each(closed.map((route) => [route.endpoint.id, route] as const))(
    'is refused by %s',
    async (_, { endpoint }) => {
      half ??= (await enterPassword((await withApp()).email)).call
      const params = { id: crypto.randomUUID(), name: 'x', sourceId: crypto.randomUUID() }
      expect((await half(endpoint, { params, body: {} })).status).toBe(401)
    },
  )
  let half: Caller | undefined

  it('lasts five minutes, belongs to nobody’s list and ends with a reset', async () => {
    const { email, call, codeAt, userId } = await withApp()
    const { call: open } = await enterPassword(email)
    const { body } = await call(contract.listSessions)
    expect(body.data).toHaveLength(1)
    const row = await api.deps.db.session.findFirstOrThrow({ where: { userId, halfOpen: true } })
    expect(row.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(5 * 60_000)
    await api.deps.db.session.deleteMany({ where: { userId } })
    expect(outcomeOf(await enter(open, codeAt(0)))).toEqual([401, 'second-step-expired'])
  })
})

describe('a passkey', () => {
  it('signs in alone', async () => {
    const { passkey, userId } = await withPasskey()
    const { options, call } = await challenged()
    const reply = await call(contract.signInWithPasskey, {
      body: { passkey: passkey.sign(options) },
    })
    expect(reply.status).toBe(200)
    const cookie = cookieOf(reply.headers['set-cookie'])
    expect((await caller(api.app, { cookie })(contract.getSession)).body.id).toBe(userId)
  })

  it('is a second factor, for its own person only', async () => {
    const { email, passkey } = await withPasskey()
    const stranger = await withPasskey()
    const { cookie, state } = await enterPassword(email)
    expect(state.methods).toEqual(['passkey', 'recovery-code'])
    const wrong = await challenged(cookie)
    const refused = await wrong.call(contract.signInWithPasskey, {
      body: { passkey: stranger.passkey.sign(wrong.options) },
    })
    expect(outcomeOf(refused)).toEqual([403, 'passkey-refused'])
    const { options, call } = await challenged(cookie)
    const reply = await call(contract.signInWithPasskey, {
      body: { passkey: passkey.sign(options) },
    })
    expect(reply.status).toBe(200)
  })

  it.each<[string, (person: Awaited<ReturnType<typeof withPasskey>>) => Promise<unknown>]>([
    [
      'of another site',
      async ({ passkey }) => attempt(passkey, { origin: 'https://evil.example' }),
    ],
    ['without user verification', async ({ passkey }) => attempt(passkey, { verified: false })],
    [
      'with a counter that went back',
      async ({ passkey }) => {
        await attempt(passkey, { counter: 9 })
        return attempt(passkey, { counter: 5 })
      },
    ],
    ['for another challenge', async ({ passkey }) => attempt(passkey, { challenge: 'b2xk' })],
    [
      'for a challenge of another browser',
      async ({ passkey }) => {
        const { options } = await challenged()
        const { call } = await challenged()
        return call(contract.signInWithPasskey, { body: { passkey: passkey.sign(options) } })
      },
    ],
    [
      'for a challenge that is too old',
      async ({ passkey }) => {
        const { options, call } = await challenged()
        await api.deps.db
          .$executeRaw`UPDATE "Session" SET "data" = jsonb_set("data", '{challenge,until}', '0')
         WHERE "data" -> 'challenge' ->> 'value' = ${options.challenge}`
        return call(contract.signInWithPasskey, { body: { passkey: passkey.sign(options) } })
      },
    ],
  ])('is refused %s', async (_, refused) => {
    const reply = (await refused(await withPasskey())) as never
    expect(outcomeOf(reply)).toEqual([403, 'passkey-refused'])
  })

  it('answers a challenge once only, also of two requests at the same time', async () => {
    const { passkey } = await withPasskey()
    const { options, call } = await challenged()
    const send = (counter: number) =>
      call(contract.signInWithPasskey, { body: { passkey: passkey.sign(options, { counter }) } })
    const replies = await Promise.all([send(3), send(4)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('is renamed and removed by its owner only', async () => {
    const { call } = await withPasskey()
    const stranger = await withPasskey()
    const { body } = await call(contract.getSecondFactors)
    const params = { id: body.passkeys[0].id }
    const rename = { params, body: { name: 'Key' } }
    expect((await stranger.call(contract.renamePasskey, rename)).status).toBe(404)
    expect((await call(contract.renamePasskey, rename)).status).toBe(204)
    expect((await stranger.call(contract.removePasskey, { params })).status).toBe(404)
    expect((await call(contract.removePasskey, { params })).status).toBe(204)
    expect((await call(contract.getSecondFactors)).body.passkeys).toEqual([])
  })

  it('of a deactivated person opens nothing', async () => {
    const { passkey, userId } = await withPasskey()
    await api.deps.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    expect(outcomeOf(await attempt(passkey, {}))).toEqual([403, 'passkey-refused'])
  })

  it('opens nothing while an identity provider is required', async () => {
    const { passkey } = await withPasskey()
    const provider = await api.deps.db.identityProvider.create({ data: PROVIDER })
    const reply = await attempt(passkey, {})
    await api.deps.db.identityProvider.delete({ where: { id: provider.id } })
    expect(outcomeOf(reply)).toEqual([403, 'provider-fails'])
  })

  it('keeps the last administrator who has no password', async () => {
    const admin = await signInAs(api, 'administrator')
    const passkey = new SoftPasskey(api.deps.config.webOrigin)
    await add(admin.call, passkey)
    const { db } = api.deps
    await db.user.updateMany({ data: { passwordHash: null } })
    const { body } = await admin.call(contract.getSecondFactors)
    const params = { id: body.passkeys[0].id }
    const reply = await admin.call(contract.removePasskey, { params })
    expect(outcomeOf(reply)).toEqual([409, 'last-administrator'])
  })

  async function attempt(passkey: SoftPasskey, how: Parameters<SoftPasskey['sign']>[1]) {
    const { options, call } = await challenged()
    return call(contract.signInWithPasskey, { body: { passkey: passkey.sign(options, how) } })
  }
})

it('passkeys are refused where the address of the site cannot have any', async () => {
  const config = { ...api.deps.config, webOrigin: 'http://192.0.2.7' }
  const app = await buildApp({ ...api.deps, config }, modules)
  const here = caller(app, {})
  expect((await here(contract.getSignInWays)).body.passkeys).toBe(false)
  expect((await api.anonymous(contract.getSignInWays)).body.passkeys).toBe(true)
  expect(outcomeOf(await here(contract.askForPasskey))).toEqual([422, 'no-passkeys-here'])
  await app.close()
})

describe('a role that needs a second factor', () => {
  it('leads to its set-up and to nothing else; then the session is complete', async () => {
    const admin = await signInAs(api, 'administrator')
    const { email, call: before } = await signInAs(api, 'viewer')
    const body = { roles: ['viewer'] }
    expect((await before(contract.setSecondFactorPolicy, { body })).status).toBe(403)
    expect((await admin.call(contract.setSecondFactorPolicy, { body })).body).toEqual(body)
    const { state, call } = await enterPassword(email)
    expect(state).toEqual({ step: 'enrol', methods: [] })
    expect((await call(contract.getSession)).status).toBe(401)
    expect((await call(contract.listHosts)).status).toBe(401)
    const { body: app } = await call(contract.startApp)
    const code = new TOTP({ secret: app.secret }).generate()
    const reply = await call(contract.confirmApp, { body: { code } })
    const cookie = cookieOf(reply.headers['set-cookie'])
    const complete = caller(api.app, { cookie })
    expect((await complete(contract.getSession)).status).toBe(200)
    const kept = await complete(contract.removeApp)
    expect(outcomeOf(kept)).toEqual([409, 'second-factor-required'])
    await admin.call(contract.setSecondFactorPolicy, { body: { roles: [] } })
  })
})

it('an administrator removes the factors of someone who has lost them', async () => {
  const admin = await api.as('administrator')
  const { email, userId, call } = await withApp()
  const other = await withApp()
  const shown = async () => {
    const { body } = await admin(contract.listPeople)
    return body.data.find(({ id }: { id: string }) => id === userId).secondFactor
  }
  expect(await shown()).toBe(true)
  const params = { id: userId }
  expect((await admin(contract.removeSecondFactors, { params })).status).toBe(204)
  expect(await shown()).toBe(false)
  expect((await call(contract.getSession)).status).toBe(401)
  expect((await enterPassword(email)).state.step).toBe('complete')
  expect((await enterPassword(other.email)).state.step).toBe('second-factor')
  const row = await api.deps.db.auditEvent.findFirstOrThrow({
    where: { action: 'person.remove-second-factors' },
  })
  expect([row.targetId, row.detail]).toEqual([userId, { factorsRemoved: 1, sessionsEnded: 1 }])
})

it('is recorded whole: first step, refusal, session', async () => {
  const { email, userId, codeAt } = await withApp()
  const { call } = await enterPassword(email)
  await enter(call, '000000')
  await enter(call, codeAt(0))
  const events = await api.deps.db.auditEvent.findMany({
    where: { OR: [{ actorId: userId }, { targetId: userId }] },
    orderBy: { sequence: 'asc' },
  })
  expect(events.map(({ action, outcome, actorId }) => [action, outcome, actorId])).toEqual([
    ['session.create', 'succeeded', userId],
    ['second-factor.begin', 'succeeded', userId],
    ['second-factor.add', 'succeeded', userId],
    ['session.first-step', 'succeeded', null],
    ['session.create', 'refused', null],
    ['session.create', 'succeeded', userId],
  ])
})
