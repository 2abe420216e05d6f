import { visitor } from '@steelyard/api/testing'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDex } from './lib/dex.ts'
import { type Steelyard, startSteelyard } from './lib/steelyard.ts'

// Dex in the version that the Go module proxy has. It knows no user info, no PKCE and no sign-out.

let dex: Awaited<ReturnType<typeof startDex>>
let steelyard: Steelyard
let provider: contract.IdentityProvider
const authors = { group: 'authors', grants: [{ role: 'operator', tag: 'web-*' }] } as const

beforeAll(async () => {
  dex = await startDex()
  steelyard = await startSteelyard()
  const { status, body } = await steelyard.admin(contract.addIdentityProvider, {
    body: {
      name: 'Dex',
      issuer: dex.issuer,
      clientId: 'steelyard',
      clientSecret: 'a secret of the client',
      scopes: 'openid profile email groups',
      justInTime: true,
      rules: [authors],
    },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  provider = body
  dex.allow(provider.callbackUrl)
})
afterAll(async () => {
  await steelyard?.close()
  dex?.close()
})

async function visit(address: string): Promise<string> {
  const { at, page } = await visitor(dex.issuer)(address)
  expect(page).toBeNull()
  return at
}
const signIn = () => steelyard.signIn(provider, visit)

it('says what it offers', async () => {
  const { body } = await steelyard.admin(contract.testIdentityProvider, {
    body: { issuer: dex.issuer },
  })
  expect(body).toMatchObject({ hasUserInfo: false, hasSignOut: false })
  expect(body.scopes).toContain('groups')
})

it('brings a person with the roles of the groups in its ID token', async () => {
  expect(await signIn()).toMatchObject({
    email: 'kilgore@kilgore.trout',
    name: 'Kilgore Trout',
    grants: authors.grants,
  })
})

it('confirms nobody, because it does not say when it asked', async () => {
  expect(await steelyard.confirm(provider, visit)).toBe('not-asked-again')
})

it('is followed when a group has no role any more', async () => {
  const { name, clientId, scopes } = provider
  const body = { name, clientId, scopes, justInTime: true, rules: [] }
  await steelyard.admin(contract.setIdentityProvider, { params: { id: provider.id }, body })
  expect(await signIn()).toMatchObject({ grants: [] })
})

it('is said not to work once it refuses the secret', async () => {
  const { name, clientId, scopes } = provider
  const body = { name, clientId, scopes, clientSecret: 'another' }
  await steelyard.admin(contract.setIdentityProvider, { params: { id: provider.id }, body })
  expect(await signIn()).toBe('/sign-in?refused=identity-provider-unusable')
  const { body: list } = await steelyard.admin(contract.listIdentityProviders)
  expect(list.data[0].trouble).toContain('invalid_client')
})
