import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../config.ts'
import { PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'
import { createSetupLink } from './create-setup-link.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => api.deps.db.user.deleteMany())
afterAll(() => api.close())

const person = { email: 'Ada@Example.org', name: 'Ada', password: PASSWORD }

async function newToken(): Promise<string> {
  await api.deps.db.accountLink.deleteMany({ where: { usedAt: null } })
  const path = await createSetupLink(api.deps.db, api.deps.config)
  return contract.tokenOfLink(path ?? '')
}

const linkOf = (config: Pick<Config, 'sessionSecret'>) => createSetupLink(api.deps.db, config)

async function complete(token: string, more: object = {}) {
  return api.anonymous(contract.completeSetup, { body: { token, ...person, ...more } })
}

describe('201', () => {
  it('creates the administrator and signs in', async () => {
    const before = await api.anonymous(contract.getSetup)
    const reply = await complete(await newToken())
    const after = await api.anonymous(contract.getSetup)
    expect([before.body.needed, reply.status, after.body.needed]).toEqual([true, 201, false])
    expect(reply.body).toMatchObject({
      email: 'ada@example.org',
      grants: [{ role: 'administrator', tag: null }],
    })
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    const me = await api.anonymous(contract.getSession, { headers: { cookie } })
    expect(me.body.id).toBe(reply.body.id)
  })

  it('is one for all APIs that share a secret, also when they start at once', async () => {
    const links = await Promise.all([1, 2, 3].map(() => linkOf(api.deps.config)))
    expect(new Set(links).size).toBe(1)
    expect(await linkOf({ sessionSecret: 'that of another installation' })).not.toBe(links[0])
  })

  it('keeps neither the token nor the password in the database', async () => {
    const token = await newToken()
    await complete(token)
    const dump = JSON.stringify([
      await api.deps.db.accountLink.findMany(),
      await api.deps.db.user.findMany(),
      await api.deps.db.auditEvent.findMany({ omit: { sequence: true } }),
    ])
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(PASSWORD)
    expect(dump).toContain('$argon2id$')
  })
})

describe('400', () => {
  it('names a short password', async () => {
    const reply = await complete(await newToken(), { password: 'short' })
    expect(reply.status).toBe(400)
    expect(reply.body.invalidParams).toEqual([
      { name: 'body.password', reason: 'at least 12 characters' },
    ])
  })
})

describe('403, always the same answer', () => {
  it('refuses a guess, a used, an expired and a replaced link', async () => {
    const replaced = await newToken()
    const expired = await newToken()
    await api.deps.db.accountLink.updateMany({ data: { expiresAt: new Date(0) } })
    const used = contract.tokenOfLink((await linkOf(api.deps.config)) ?? '')
    await complete(used)
    await api.deps.db.user.deleteMany()
    const details = new Set<string>()
    for (const token of ['x'.repeat(43), replaced, expired, used]) {
      const reply = await complete(token)
      expect(reply.status).toBe(403)
      details.add(`${reply.body.code} ${reply.body.detail}`)
    }
    expect(details.size).toBe(1)
    expect(await api.deps.db.user.count()).toBe(0)
  })

  it('gives no link once there is an administrator', async () => {
    await complete(await newToken())
    expect(await createSetupLink(api.deps.db, api.deps.config)).toBeUndefined()
  })

  it('lets only one of two simultaneous set-ups win', async () => {
    const token = await newToken()
    const replies = await Promise.all([
      complete(token),
      complete(token, { email: 'eve@example.org' }),
    ])
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 403])
    expect(await api.deps.db.user.count()).toBe(1)
  })
})
