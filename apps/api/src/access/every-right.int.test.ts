import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, caller, startTestApi, type TestApi } from '../testing/test-api.ts'

// A token that manages people is what an identity provider holds. It must not switch off the guards
// that hold others back, and it itself.

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const routes = modules.flatMap((module) => module.routes)
const changing = routes.filter(
  ({ endpoint, options }) => endpoint.method !== 'GET' && options.access === 'people:manage',
)
const isAboutOnePerson = ({ path }: contract.Endpoint) => /^\/(people|scim\/v2\/Users)\b/.test(path)
const guards = changing.filter(({ endpoint }) => !isAboutOnePerson(endpoint))

/** A token as people make it. */
async function tokenWith(scopes: readonly contract.Permission[]): Promise<Caller> {
  const { call } = await signInAs(api, 'administrator')
  const { status, body } = await call(contract.createToken, { body: { name: 'token', scopes } })
  expect(status).toBe(201)
  return caller(api.app, { authorization: `Bearer ${body.secret}` })
}

const everything = contract.Permission.options.filter((each) => each !== 'load-balancer')

describe('a setting that guards others', () => {
  it('declares that it takes every right and a fresh confirmation', () => {
    const undeclared = guards.filter(({ options }) => !options.everyRight || !options.fresh)
    expect(undeclared.map(({ endpoint }) => endpoint.id)).toEqual([])
    expect(guards.map(({ endpoint }) => endpoint.id).toSorted()).toEqual([
      'addApprovalRule',
      'addIdentityProvider',
      'addNotificationChannel',
      'removeApprovalRule',
      'removeIdentityProvider',
      'removeNotificationChannel',
      'setIdentityProvider',
      'setSecondFactorPolicy',
      'testIdentityProvider',
      'testNotificationChannel',
      'updateNotificationChannel',
    ])
  })

  it('is refused to a token that lacks any one of them, before anything is looked at', async () => {
    const forPeople = await tokenWith(['people:manage'])
    const almost = await tokenWith(everything.filter((each) => each !== 'audit:read'))
    for (const { endpoint } of routes.filter(({ options }) => options.everyRight)) {
      for (const call of [forPeople, almost]) {
        const { status, body } = await call(endpoint, { params: { id: 'x' } })
        expect([endpoint.id, status, body.code]).toEqual([endpoint.id, 403, 'every-right-needed'])
      }
    }
  })

  it('takes a token with all that a token can have', async () => {
    const token = await tokenWith(everything)
    const body = { tag: 'every-right' }
    expect((await token(contract.addApprovalRule, { body })).status).toBe(201)
  })

  it('includes the tags that a rule of approval names', async () => {
    await api.deps.db.approvalRule.create({ data: { tag: 'guarded' } })
    const { id } = await api.deps.db.host.create({ data: { name: 'h', tags: ['guarded'] } })
    const untag = async (scopes: readonly contract.Permission[]) =>
      (await tokenWith(scopes))(contract.updateHost, { params: { id }, body: { tags: [] } })
    const refused = await untag(['people:manage', 'hosts:write'])
    expect([refused.status, refused.body.code]).toEqual([403, 'tags-of-approval'])
    expect((await untag(everything)).status).toBe(200)
  })
})

describe('a token for people alone', () => {
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'a@example.org',
  }
  const operations = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  }
  const bodies: Record<string, object> = {
    updatePerson: { active: false },
    replaceScimUser: user,
    patchScimUser: operations,
  }

  it('can do nothing to anybody who may do more', async () => {
    const token = await tokenWith(['people:manage'])
    const { id: toId } = await api.deps.db.user.create({ data: { email: 'to@x.org', name: 'To' } })
    const about = changing.filter(
      ({ endpoint }) => isAboutOnePerson(endpoint) && endpoint.path.includes('/:id'),
    )
    expect(about.length).toBeGreaterThanOrEqual(8)
    for (const role of ['viewer', 'approver', 'operator', 'administrator'] as const) {
      const { userId: id } = await api.as(role)
      for (const { endpoint } of about) {
        const body = endpoint.id === 'transferPerson' ? { toId } : bodies[endpoint.id]
        const reply = await token(endpoint, { params: { id }, ...(body ? { body } : {}) })
        const said = reply.body.code ?? reply.body.detail // SCIM has a form of its own
        expect([endpoint.id, reply.status]).toEqual([endpoint.id, 403])
        expect(said).toMatch(/^role-too-wide$|includes what you may not do/)
      }
    }
  })

  it('and one with the rights of operators gives that role', async () => {
    const token = await tokenWith(everything)
    const body = { ...user, roles: [{ value: 'operator' }] }
    expect((await token(contract.createScimUser, { body })).status).toBe(201)
  })
})
