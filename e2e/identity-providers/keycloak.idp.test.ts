import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CLIENT_SECRET, startKeycloak } from './lib/keycloak.ts'
import { type Steelyard, startSteelyard } from './lib/steelyard.ts'

// Keycloak, with user info, PKCE and a sign-out of its own.

let keycloak: Awaited<ReturnType<typeof startKeycloak>>
let steelyard: Steelyard
let provider: contract.IdentityProvider
const web = { group: 'web', grants: [{ role: 'operator', tag: 'web-*' }] } as const

beforeAll(async () => {
  keycloak = await startKeycloak()
  steelyard = await startSteelyard()
  const { status, body } = await steelyard.admin(contract.addIdentityProvider, {
    body: {
      name: 'Keycloak',
      issuer: keycloak.issuer,
      clientId: 'steelyard',
      clientSecret: CLIENT_SECRET,
      justInTime: true,
      rules: [web],
      defaultGrants: [{ role: 'viewer', tag: null }],
    },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  provider = body
})
afterAll(async () => {
  await steelyard?.close()
  await keycloak?.close()
})

const signIn = (username: string) =>
  steelyard.signIn(provider, (address) => keycloak.visitor()(address, username))

it('says what it offers', async () => {
  const { body } = await steelyard.admin(contract.testIdentityProvider, {
    body: { issuer: keycloak.issuer },
  })
  expect(body).toMatchObject({ hasUserInfo: true, hasSignOut: true })
})

it('brings a person with the roles of the groups, and again the next time', async () => {
  const first = await signIn('grace')
  expect(first).toMatchObject({
    email: 'grace@example.org',
    name: 'grace Test',
    grants: [...web.grants, { role: 'viewer', tag: null }],
  })
  expect(await signIn('grace')).toEqual(first)
})

it('brings nobody whose address it has not verified', async () => {
  expect(await signIn('eve')).toBe('/sign-in?refused=email-not-verified')
})

it('asks a person again who is still signed in there, and so confirms them', async () => {
  const visit = keycloak.visitor()
  expect(await steelyard.confirm(provider, (address) => visit(address, 'grace'))).toBe(true)
})

it('accepts the way to its sign-out', async () => {
  const { headers } = await steelyard.get(`/api/v1/sign-in/${provider.id}/sign-out`)
  // A browser without a session there is led back at once, but only to a registered address.
  const answer = await fetch(String(headers.location), { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(provider.signedOutUrl)
})
