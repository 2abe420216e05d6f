import * as contract from '@steelyard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf } from '../testing/sign-in.ts'
import { type Caller, caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let provider: Caller & { userId: string }
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.deps.db.user.deleteMany()
  provider = await api.as('administrator')
})
afterAll(() => api.close())

const ada = { schemas: [contract.SCIM_USER], userName: 'Ada@Example.org', externalId: 'Okta-1' }

async function create(more: object = {}): Promise<contract.ScimUser> {
  const { status, body } = await provider(contract.createScimUser, { body: { ...ada, ...more } })
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}
const patch = (id: string, ...Operations: object[]) =>
  provider(contract.patchScimUser, {
    params: { id },
    body: { schemas: [contract.SCIM_PATCH], Operations },
  })
const find = async (filter: string) =>
  (await provider(contract.listScimUsers, { query: { filter } })).body

describe('a provider', () => {
  it('creates an account with roles, which has no password', async () => {
    const made = await create({
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      roles: [{ value: 'viewer' }, { value: 'operator@web-*' }],
    })
    expect(made).toMatchObject({
      userName: 'ada@example.org',
      externalId: 'Okta-1',
      displayName: 'Ada Lovelace',
      active: true,
      roles: [{ value: 'operator@web-*' }, { value: 'viewer' }],
    })
    const { passwordHash } = await api.deps.db.user.findUniqueOrThrow({ where: { id: made.id } })
    expect(passwordHash).toBeNull()
    const { body, headers } = await provider(contract.getScimUser, { params: { id: made.id } })
    expect(body).toEqual(made)
    expect(headers['content-type']).toContain('application/scim+json')
  })

  it('may send its own content type', async () => {
    const reply = await provider(contract.createScimUser, {
      body: ada,
      headers: { 'content-type': 'application/scim+json' },
    })
    expect(reply.status).toBe(201)
    expect(reply.headers.location).toBe(`/api/v1/scim/v2/Users/${reply.body.id}`)
  })

  it('is told in its own terms why not', async () => {
    await create()
    const again = await provider(contract.createScimUser, { body: ada })
    expect(again.body).toMatchObject({
      schemas: [contract.SCIM_ERROR],
      status: '409',
      scimType: 'uniqueness',
    })
    const nameless = await provider(contract.createScimUser, { body: { userName: 'ada' } })
    expect(nameless.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
    expect(nameless.body.detail).toContain('body.userName')
    const ruler = { userName: 'b@example.org', roles: [{ value: 'ruler' }] }
    const unknown = await provider(contract.createScimUser, { body: ruler })
    expect(unknown.body.detail).toContain('viewer, operator or approver')
    expect((await find('userName eq')).scimType).toBe('invalidFilter')
  })

  it.each([
    ['userName eq "ADA@example.org"', 1],
    ['externalId eq "Okta-1"', 1],
    ['externalId eq "okta-1"', 0],
    ['active eq true and not (userName sw "ada")', 1], // the provider itself
    ['roles[value eq "administrator"]', 1],
    ['displayName pr', 2],
    ['nonsense eq "x"', 0],
  ])('finds people by %s', async (filter, count) => {
    await create()
    expect(await find(filter)).toMatchObject({ totalResults: count, itemsPerPage: count })
  })

  it('reads people in pages that overlap nowhere', async () => {
    for (const n of [1, 2, 3]) await create({ userName: `p${n}@example.org` })
    const pages = await Promise.all(
      [0, 3].map((at) => provider(contract.listScimUsers, { query: { startIndex: at, count: 2 } })),
    )
    const ids = pages.flatMap(({ body }) => body.Resources.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(4)
    expect(pages[0]!.body).toMatchObject({ startIndex: 1, totalResults: 4, itemsPerPage: 2 })
    const none = await provider(contract.listScimUsers, { query: { count: 0 } })
    expect(none.body).toMatchObject({ totalResults: 4, Resources: [] })
  })

  it('is described to', async () => {
    const { body } = await api.anonymous(contract.getScimConfig)
    expect(body).toMatchObject({ patch: { supported: true }, filter: { supported: true } })
    const types = await api.anonymous(contract.listScimResourceTypes)
    expect(types.body.Resources[0].endpoint).toBe('/Users')
    const { body: schemas } = await api.anonymous(contract.listScimSchemas)
    const described = schemas.Resources[0].attributes.map(({ name }: { name: string }) => name)
    const shown = Object.keys(await create()).filter((key) => !/^(id|meta|schemas)$/.test(key))
    expect(described).toEqual(expect.arrayContaining(shown))
  })
})

describe('a person who is no longer active', () => {
  it.each([
    ['as Okta says it', { op: 'replace', value: { active: false } }],
    ['as Entra says it', { op: 'Replace', path: 'active', value: 'False' }],
  ])('loses all sessions and tokens at once, %s', async (_, operation) => {
    const { id, userName } = await create({ roles: [{ value: 'operator' }] })
    const { session, token } = await signedIn(id, userName)
    expect([(await session()).status, (await token()).status]).toEqual([200, 200])
    const { status, body } = await patch(id, operation)
    expect([status, body.active]).toEqual([200, false])
    expect([(await session()).status, (await token()).status]).toEqual([401, 401])
    expect((await patch(id, { op: 'replace', path: 'active', value: true })).body.active).toBe(true)
    expect([(await session()).status, (await token()).status]).toEqual([401, 401])
  })

  it('is gone for the provider once removed, and comes back without the old roles, password and passkeys', async () => {
    const { id, userName } = await create({ roles: [{ value: 'operator' }] })
    const { session } = await signedIn(id, userName)
    const passkey = { name: 'Key', credentialId: id, publicKey: Buffer.from('k'), counter: 0 }
    await api.deps.db.user.update({ where: { id }, data: { passkeys: { create: passkey } } })
    const params = { id }
    expect((await provider(contract.deleteScimUser, { params })).status).toBe(204)
    expect((await session()).status).toBe(401)
    expect((await provider(contract.getScimUser, { params })).status).toBe(404)
    expect((await patch(id, { op: 'replace', value: { active: true } })).status).toBe(404)
    expect((await provider(contract.deleteScimUser, { params })).status).toBe(404)
    expect((await find('userName pr')).totalResults).toBe(1)
    expect(await create({ roles: [{ value: 'viewer' }] })).toMatchObject({
      id,
      active: true,
      roles: [{ value: 'viewer' }],
    })
    const { passwordHash, passkeys } = await api.deps.db.user.findUniqueOrThrow({
      where: { id },
      include: { passkeys: true },
    })
    expect([passwordHash, passkeys]).toEqual([null, []])
  })

  it('is not the last administrator', async () => {
    const { passwordHash } = await api.deps.db.user.findUniqueOrThrow({
      where: { id: provider.userId },
    })
    expect(passwordHash).not.toBeNull()
    const reply = await provider(contract.deleteScimUser, { params: { id: provider.userId } })
    expect(reply.body).toMatchObject({ status: '409' })
    expect((await find('active eq true')).totalResults).toBe(1)
  })
})

/** This person with a password, a session and a token. */
async function signedIn(id: string, userName: string) {
  const { passwordHash } = await api.deps.db.user.findUniqueOrThrow({
    where: { id: provider.userId },
  })
  await api.deps.db.user.update({ where: { id }, data: { passwordHash } })
  const credentials = { email: userName, password: PASSWORD }
  const reply = await api.anonymous(contract.signIn, { body: credentials })
  const session = caller(api.app, { cookie: cookieOf(reply.headers['set-cookie']) })
  const made = await session(contract.createToken, {
    body: { name: 'ci', scopes: ['hosts:read'] },
  })
  const authorization = `Bearer ${made.body.secret}`
  return {
    session: () => session(contract.listHosts),
    token: () => api.anonymous(contract.listHosts, { headers: { authorization } }),
  }
}

describe('a change', () => {
  it('of names, roles and address goes step by step', async () => {
    const { id } = await create({ displayName: 'Ada', roles: [{ value: 'viewer' }] })
    const { body } = await patch(
      id,
      { op: 'add', path: 'roles', value: [{ value: 'approver@db-*' }] },
      { op: 'remove', path: 'roles[value eq "viewer"]' },
      { op: 'replace', path: 'displayName', value: 'Ada L.' },
      { op: 'replace', value: { userName: 'ada.l@example.org', title: 'Countess' } },
    )
    expect(body).toMatchObject({
      userName: 'ada.l@example.org',
      displayName: 'Ada L.',
      roles: [{ value: 'approver@db-*' }],
      externalId: 'Okta-1',
    })
  })

  it('that replaces a person leaves what it does not name', async () => {
    const { id } = await create({ roles: [{ value: 'viewer' }] })
    const body = { userName: ada.userName, displayName: 'Countess' }
    const reply = await provider(contract.replaceScimUser, { params: { id }, body })
    expect(reply.body).toMatchObject({
      displayName: 'Countess',
      externalId: 'Okta-1',
      roles: [{ value: 'viewer' }],
      active: true,
    })
  })

  it('that cannot be done changes nothing', async () => {
    const before = await create({ roles: [{ value: 'viewer' }] })
    const { body, status } = await patch(
      before.id,
      { op: 'replace', path: 'displayName', value: 'Countess' },
      { op: 'replace', path: 'roles[value eq "operator"]', value: { value: 'approver' } },
      { op: 'replace', path: 'roles', value: [{ value: 'ruler' }] },
    )
    expect([status, body.status]).toEqual([400, '400'])
    const { body: after } = await provider(contract.getScimUser, { params: { id: before.id } })
    expect(after).toEqual(before)
  })

  it.each(['__proto__.polluted', 'constructor.prototype.polluted', 'name.__proto__.polluted'])(
    'of %s reaches no other object',
    async (path) => {
      const { id } = await create()
      expect((await patch(id, { op: 'add', path, value: true })).status).toBe(400)
      expect('polluted' in {}).toBe(false)
    },
  )

  it('of any kind is done or refused, and never fails', async () => {
    const { id } = await create()
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'Replace', 'remove'),
        path: fc.oneof(
          fc.constantFrom(
            'roles',
            'name.formatted',
            'roles[value eq "x"].value',
            'emails',
            'a:b:c.d',
          ),
          fc.string(),
        ),
        value: fc.jsonValue(),
      },
      { requiredKeys: ['op'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        expect((await patch(id, ...operations)).status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a token that may manage people, but no more,', () => {
  it('gives no role and changes nobody who has one that includes more', async () => {
    const narrow = await api.as('administrator', ['people:manage'])
    const made = await narrow(contract.createScimUser, { body: ada })
    expect(made.status).toBe(201)
    const params = { id: made.body.id }
    const body = { ...ada, roles: [{ value: 'operator' }] }
    expect((await narrow(contract.replaceScimUser, { params, body })).status).toBe(403)
    const admin = { id: provider.userId }
    expect((await narrow(contract.deleteScimUser, { params: admin })).status).toBe(403)
  })
})
