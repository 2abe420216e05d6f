import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, caller, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let admin: Caller & { userId: string }
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.as('administrator')
})
afterAll(() => api.close())

const create = (call: Caller, more: object = {}) =>
  call(contract.createToken, { body: { name: 'CI', scopes: ['hosts:read'], ...more } })

const bearer = (secret: string) => caller(api.app, { authorization: `Bearer ${secret}` })

describe('201', () => {
  it('shows the secret once; it then works within its scopes, and its use is recorded', async () => {
    const { status, body } = await create(admin, { scopes: ['hosts:read', 'tokens:manage'] })
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^sty_[A-Za-z0-9_-]{43}$/)
    expect(body.secret.startsWith(body.prefix)).toBe(true)
    const me = await bearer(body.secret)(contract.getSession)
    expect(me.body.permissions.sort()).toEqual(['hosts:read', 'tokens:manage'])
    const list = await admin(contract.listTokens)
    expect(JSON.stringify(list.body)).not.toContain(body.secret)
    const listed = list.body.data.find((token: contract.Token) => token.id === body.id)
    expect(listed.lastUsedAt).not.toBeNull()
    const stored = JSON.stringify(await api.deps.db.apiToken.findMany())
    expect(stored).not.toContain(body.secret)
  })
})

describe('200', () => {
  it('lists only the caller’s own, newest first, page by page', async () => {
    const owner = await api.as('operator')
    const made: string[] = []
    for (let i = 0; i < 4; i++) made.unshift((await create(owner, { name: `t${i}` })).body.id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await owner(contract.listTokens, { query: { limit: 2, cursor } })
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map((token: contract.Token) => token.id))
      cursor = body.meta.nextCursor ?? undefined
    } while (cursor)
    expect(seen.slice(0, 4)).toEqual(made)
    expect(seen).toHaveLength(5) // including the token that the caller itself uses
  })
})

describe('204', () => {
  it('revokes at once', async () => {
    const { body } = await create(admin)
    expect((await bearer(body.secret)(contract.getSession)).status).toBe(200)
    expect((await admin(contract.revokeToken, { params: { id: body.id } })).status).toBe(204)
    expect((await bearer(body.secret)(contract.getSession)).status).toBe(401)
  })
})

describe('204, for tokens made by the token', () => {
  it('revokes the tokens that a token made, and those that they made, but no others', async () => {
    const scopes = ['hosts:read', 'tokens:manage']
    const other = await create(admin)
    const first = await create(admin, { scopes })
    const second = await create(bearer(first.body.secret), { scopes })
    const third = await create(bearer(second.body.secret))
    expect((await admin(contract.revokeToken, { params: { id: first.body.id } })).status).toBe(204)
    for (const { body } of [first, second, third]) {
      expect((await bearer(body.secret)(contract.getSession)).status).toBe(401)
    }
    expect((await bearer(other.body.secret)(contract.getSession)).status).toBe(200)
    const event = await api.deps.db.auditEvent.findFirstOrThrow({
      where: { action: 'token.revoke', targetId: first.body.id },
    })
    expect(event.detail).toEqual({ revoked: 3 })
  })

  it('prevents a token from making one while it is being revoked', async () => {
    const maker = await create(admin, { scopes: ['hosts:read', 'tokens:manage'] })
    const { id, secret } = maker.body
    const [, ...made] = await Promise.all([
      admin(contract.revokeToken, { params: { id } }),
      ...Array.from({ length: 5 }, () => create(bearer(secret))),
    ])
    for (const { body, status } of made) {
      if (status !== 201) expect(status).toBe(401)
      else expect((await bearer(body.secret)(contract.getSession)).status).toBe(401)
    }
  })
})

describe('400', () => {
  it.each([
    ['no scope', { scopes: [] }, 'body.scopes'],
    ['an unknown scope', { scopes: ['root'] }, 'body.scopes.0'],
    ['no name', { name: ' ' }, 'body.name'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'body.expiresAt'],
  ])('refuses %s', async (_, more, name) => {
    const reply = await create(admin, more)
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.invalidParams[0].name).toBe(name)
  })

  it('refuses a cursor it did not make', async () => {
    const reply = await admin(contract.listTokens, { query: { cursor: 'bm9uc2Vuc2U' } })
    expect(reply.status).toBe(422)
    expect(reply.body.invalidParams[0].name).toBe('query.cursor')
  })
})

describe('401', () => {
  it('refuses unknown, malformed and expired tokens, and those of disabled people', async () => {
    const { body } = await create(admin)
    await api.deps.db.apiToken.update({
      where: { id: body.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    const gone = await api.as('operator')
    await api.deps.db.user.update({ where: { id: gone.userId }, data: { disabledAt: new Date() } })
    expect((await gone(contract.getSession)).status).toBe(401)
    for (const secret of [
      body.secret,
      `${body.secret}x`,
      `sty_${'A'.repeat(43)}`,
      '',
      'nonsense',
    ]) {
      const reply = await bearer(secret)(contract.getSession)
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    }
  })
})

describe('403', () => {
  it('grants no token more than its maker may do', async () => {
    const narrow = await api.as('administrator', ['tokens:manage'])
    expect((await create(narrow)).body.code).toBe('scope-too-wide')
    const operator = await api.as('operator')
    expect((await create(operator, { scopes: ['audit:read'] })).status).toBe(403)
  })

  it('ends after 90 days, unless another time or none is asked for', async () => {
    const days = (iso: string | null) => Math.round((Date.parse(iso!) - Date.now()) / 86_400_000)
    expect(days((await create(admin)).body.expiresAt)).toBe(90)
    expect((await create(admin, { expiresAt: null })).body.expiresAt).toBeNull()
  })

  it('lets no token make one that outlives it', async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const scopes = ['hosts:read', 'tokens:manage']
    const short = await create(admin, { scopes, expiresAt: inMs(3_600_000) })
    const maker = bearer(short.body.secret)
    expect((await create(maker, { expiresAt: inMs(7_200_000) })).body).toMatchObject({
      invalidParams: [{ name: 'body.expiresAt' }],
    })
    expect((await create(maker)).body.expiresAt).toBe(short.body.expiresAt)
    expect((await create(maker, { expiresAt: inMs(60_000) })).status).toBe(201)
  })

  it('needs tokens:manage', async () => {
    expect((await create(await api.as('viewer'))).status).toBe(403)
    expect((await (await api.as('operator', ['hosts:read']))(contract.listTokens)).status).toBe(403)
  })
})

describe('404', () => {
  it('answers for another person’s token exactly as for a missing one', async () => {
    const { body } = await create(admin)
    const other = await api.as('administrator')
    const foreign = await other(contract.revokeToken, { params: { id: body.id } })
    const none = await other(contract.revokeToken, { params: { id: crypto.randomUUID() } })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
    expect((await bearer(body.secret)(contract.getSession)).status).toBe(200)
  })
})

describe('409', () => {
  it('refuses to revoke twice', async () => {
    const { body } = await create(admin)
    await admin(contract.revokeToken, { params: { id: body.id } })
    const again = await admin(contract.revokeToken, { params: { id: body.id } })
    expect([again.status, again.body.code]).toEqual([409, 'token-already-revoked'])
  })
})
