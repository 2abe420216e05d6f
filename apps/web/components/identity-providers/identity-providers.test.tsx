import type { IdentityProvider } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render } from '../../lib/testing/render.tsx'
import { IdentityProviders, verdictOf } from './identity-providers.tsx'
import { foundWords } from './issuer-field.tsx'
import { ProviderForm } from './provider-form.tsx'
import { rolesOf } from './provider-row.tsx'

function aProvider(more: Partial<IdentityProvider> = {}): IdentityProvider {
  return {
    id: idOf(1),
    name: 'Company',
    issuer: 'https://login.example.org',
    clientId: 'steelyard',
    scopes: 'openid profile email',
    groupsClaim: 'groups',
    rules: [{ group: 'web', grants: [{ role: 'operator', tag: 'web-*' }] }],
    defaultGrants: [{ role: 'viewer', tag: null }],
    justInTime: true,
    linksByEmail: false,
    trustsEmails: false,
    required: false,
    hasSecret: true,
    people: 2,
    callbackUrl: 'https://steelyard.example.org/api/v1/sign-in/p1/callback',
    signedOutUrl: 'https://steelyard.example.org/sign-in',
    provenAt: '2026-11-23T12:00:00Z',
    trouble: null,
    ...more,
  }
}

const page = (...providers: IdentityProvider[]) =>
  render(<IdentityProviders />, {
    known: [answer('listIdentityProviders', {}, { data: providers })],
  })

describe('the identity providers', () => {
  it('are listed with whether they work, who signs in with them and what roles they give', () => {
    const { text, buttons } = page(aProvider())
    expect(text).toContain('Company works https://login.example.org 2 people, the last sign-in')
    expect(text).toContain('Everybody is viewer. Members of web are operator of web-*.')
    expect(buttons).toEqual(['Add a provider', 'Change Company', 'Remove Company'])
  })

  it('say that nobody has tried them, and why they do not work', () => {
    expect(page(aProvider({ provenAt: null })).text).toContain('not tried yet')
    const { text } = page(aProvider({ trouble: 'It refuses connections.' }))
    expect(text).toContain('does not work')
    expect(text).toContain('Nobody can sign in with Company It refuses connections.')
  })

  it('say what to do while there is none, and what went wrong', () => {
    const { text, buttons } = page()
    expect(text).toContain('People sign in with a password.')
    expect(text).toContain('No identity provider yet')
    expect(buttons).toEqual(['Add a provider'])
    const refused = render(<IdentityProviders />, { known: [refusal('listIdentityProviders', {})] })
    expect(refused.text).toContain('The API said no.')
  })
})

it.each([
  [[aProvider()], 'People sign in with a password or with 1 provider.'],
  [[aProvider({ required: true })], 'Company is required: passwords are switched off.'],
  [
    [aProvider({ trouble: 'x' })],
    'People sign in with a password or with 1 provider. Company does not work now.',
  ],
  [
    [aProvider({ required: true, trouble: 'x' })],
    'Company is required. Company does not work now. Until that is mended, only administrators can sign in with a password.',
  ],
  [
    [aProvider({ required: true }), aProvider({ name: 'Other', required: true })],
    'Company and Other are required: passwords are switched off.',
  ],
])('the verdict on %# reads well', (providers, words) => {
  expect(verdictOf(providers)).toBe(words)
})

it('a provider without roles says so', () => {
  expect(rolesOf(aProvider({ rules: [], defaultGrants: [] }))).toBe('It gives no roles.')
})

describe('the form', () => {
  const form = (provider?: IdentityProvider) =>
    render(<ProviderForm {...(provider ? { provider } : {})} onSaved={() => {}} />)

  it('asks for the issuer of a new provider, and offers to test it', () => {
    const { text, buttons } = form()
    expect(text).toContain('Issuer')
    expect(buttons).toContain('Test (off)')
    expect(buttons.at(-1)).toBe('Add')
  })

  it('shows what to register for one that is there, and never its secret', () => {
    const { text, html } = form(aProvider())
    expect(text).toContain('https://steelyard.example.org/api/v1/sign-in/p1/callback')
    expect(text).toContain('Leave it empty to keep the one that is stored.')
    expect(html).toContain('value="web"')
  })

  it('lets a provider be required only once somebody has signed in with it', () => {
    expect(form(aProvider({ provenAt: null })).text).toContain('Available once somebody')
    expect(form(aProvider()).text).toContain('Administrators keep their passwords')
  })
})

it('the test of an issuer says what it found', () => {
  const found = { signInAddress: 'https://login.example.org/auth?x', scopes: ['openid', 'groups'] }
  expect(foundWords({ ...found, hasUserInfo: true, hasSignOut: true })).toBe(
    'People will sign in at https://login.example.org. It names the scopes openid, groups. It also answers questions about people. People can sign out there too.',
  )
  expect(foundWords({ ...found, scopes: [], hasUserInfo: false, hasSignOut: false })).toBe(
    'People will sign in at https://login.example.org. All it says of people is in the ID token. It offers no sign-out.',
  )
})
