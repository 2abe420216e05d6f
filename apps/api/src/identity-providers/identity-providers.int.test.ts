import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { startTestProvider, type TestProvider } from '../testing/test-provider.ts'

let api: TestApi
let company: TestProvider
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  company = await startTestProvider()
  admin = await api.as('administrator')
})
beforeEach(async () => {
  await api.deps.db.identityProvider.deleteMany()
})
afterAll(async () => {
  await company.close()
  await api.close()
})

const add = (more: object = {}, as = admin) =>
  as(contract.addIdentityProvider, { body: { ...company.settings, ...more } })

describe('a provider', () => {
  it('is added with what it needs to be registered there, changed and removed', async () => {
    const { status, body, headers } = await add({ scopes: undefined })
    expect([status, headers.location]).toEqual([201, `/api/v1/identity-providers/${body.id}`])
    expect(body).toEqual({
      id: body.id,
      name: 'Company',
      issuer: company.issuer,
      clientId: 'steelyard',
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      rules: [],
      defaultGrants: [],
      justInTime: false,
      linksByEmail: false,
      trustsEmails: false,
      required: false,
      hasSecret: true,
      people: 0,
      callbackUrl: `http://localhost:3000/api/v1/sign-in/${body.id}/callback`,
      signedOutUrl: 'http://localhost:3000/sign-in',
      provenAt: null,
      trouble: null,
    })
    const params = { id: body.id }
    const rules = [{ group: 'web', grants: [{ role: 'viewer', tag: 'web-*' }] }]
    const { issuer: _, clientSecret, ...settings } = company.settings
    const changed = await admin(contract.setIdentityProvider, {
      params,
      body: { ...settings, name: 'Firm', rules },
    })
    expect(changed.body).toMatchObject({ name: 'Firm', rules, hasSecret: true })
    expect((await admin(contract.listIdentityProviders)).body.data).toEqual([changed.body])
    expect((await admin(contract.removeIdentityProvider, { params })).status).toBe(204)
    expect((await admin(contract.removeIdentityProvider, { params })).body.code).toBe(
      'identity-provider-not-found',
    )
    const trail = await api.deps.db.auditEvent.findMany({ where: { targetId: body.id } })
    expect(trail.map(({ action }) => action)).toEqual([
      'identity-provider.create',
      'identity-provider.update',
      'identity-provider.delete',
    ])
    expect(trail[1]!.detail).toMatchObject({ name: 'Firm', newSecret: false, rules })
    expect(clientSecret).toBe(company.settings.clientSecret)
  })

  it('has a secret that is sealed, and shown nowhere', async () => {
    const { body } = await add()
    const dump = JSON.stringify([
      body,
      await api.deps.db.identityProvider.findMany(),
      await api.deps.db.auditEvent.findMany({ omit: { sequence: true } }),
    ])
    expect(dump).not.toContain(company.settings.clientSecret)
    const [row] = await api.deps.db.identityProvider.findMany()
    expect(Buffer.from(row!.clientSecretSealed!).toString()).not.toContain('secret')
  })

  it('says when its secret cannot be read any more', async () => {
    await add()
    await api.deps.db.identityProvider.updateMany({
      data: { clientSecretSealed: Buffer.alloc(60) },
    })
    const { body } = await admin(contract.listIdentityProviders)
    expect(body.data[0].trouble).toContain('enter it again')
  })

  it('is there once for an issuer', async () => {
    await add()
    const again = await add()
    expect([again.status, again.body.code]).toEqual([409, 'issuer-taken'])
  })

  it.each([
    ['a scope without openid', { scopes: 'email' }],
    ['an administrator of some hosts', { defaultGrants: [{ role: 'administrator', tag: 'web' }] }],
    ['a group without a role', { rules: [{ group: 'web', grants: [] }] }],
    ['an issuer that is no address', { issuer: 'javascript:alert(1)' }],
    [
      'a group twice',
      { rules: ['web', 'web'].map((group) => ({ group, grants: [{ role: 'viewer' }] })) },
    ],
  ])('is refused with %s', async (_, more) => {
    expect([400, 422]).toContain((await add(more)).status)
  })
})

describe('whoever may not become anybody', () => {
  it('does not decide about providers', async () => {
    const narrow = await api.as('administrator', ['people:manage'])
    const { body } = await add()
    const params = { id: body.id }
    const { issuer, ...settings } = company.settings
    for (const refused of [
      await add({}, narrow),
      await narrow(contract.setIdentityProvider, { params, body: settings }),
      await narrow(contract.removeIdentityProvider, { params }),
      await narrow(contract.testIdentityProvider, { body: { issuer } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'every-right-needed'])
    }
  })
})

const wholeDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

describe('the test of an issuer', () => {
  const test = (issuer: string) => admin(contract.testIdentityProvider, { body: { issuer } })

  it('says what the provider offers', async () => {
    expect((await test(company.issuer)).body).toEqual({
      signInAddress: `${company.issuer}/auth`,
      scopes: ['openid', 'offline_access', 'email', 'profile', 'groups'],
      hasUserInfo: true,
      hasSignOut: true,
    })
  })

  it.each([
    ['https://nothing.invalid', 'its name is not known'],
    ['http://127.0.0.1:9', 'it refuses connections'],
    ['http://169.254.169.254', 'it is a link-local address'],
    ['http://192.0.2.1', 'it is not among the addresses'],
  ])('says of %s that %s', async (issuer, reason) => {
    const { status, body } = await test(issuer)
    expect([status, body.code]).toEqual([422, 'identity-provider-unusable'])
    expect(body.detail).toContain(reason)
  })

  it.each([
    ['status 404', (): [number, string] => [404, 'nothing here']],
    ['not JSON', (): [number, string] => [200, '<html>']],
    [
      'calls itself https://evil.example',
      (): [number, string] => [200, JSON.stringify({ issuer: 'https://evil.example' })],
    ],
    [
      'names no authorization_endpoint',
      (issuer: string): [number, string] => [200, JSON.stringify({ issuer })],
    ],
    ...[
      ['authorization_endpoint', 'javascript:alert(1)'],
      ['authorization_endpoint', 7],
      ['authorization_endpoint', 'file:///etc/passwd'],
      ['token_endpoint', ['https://example.org']],
      ['jwks_uri', 'data:application/json,{}'],
      ['userinfo_endpoint', {}],
      ['end_session_endpoint', 'javascript:alert(1)'],
    ].map(([name, value]): [string, (issuer: string) => [number, string]] => [
      `in its discovery document ${name} is no http address`,
      (issuer) => [200, JSON.stringify({ ...wholeDocument(issuer), [name as string]: value })],
    ]),
  ])('says that an answer is wrong: %s', async (reason, answer) => {
    const server = createServer((_, reply) => {
      const [status, text] = answer(issuer())
      const type = text.startsWith('{') ? 'application/json' : 'text/html'
      reply.writeHead(status, { 'content-type': type }).end(text)
    })
    const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    expect((await test(issuer())).body.detail).toContain(reason)
    server.close()
  })
})
