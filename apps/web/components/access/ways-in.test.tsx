import type { SignInWays } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { answer, refusal, render } from '../../lib/testing/render.tsx'
import { WaysIn } from './ways-in.tsx'

const company = { id: 'p1', name: 'Company', works: true, canSignOut: true }

function page(ways: Partial<SignInWays> = {}, search = '') {
  const data = { password: 'everybody', providers: [company], ...ways }
  const known = [answer('getSignInWays', {}, data)]
  return render(<WaysIn>the form</WaysIn>, { known, search })
}

it('offers each provider, and leads on to where one wanted to go', () => {
  const { links, text } = page({}, 'next=/lab?a=b')
  expect(links).toEqual({ 'Sign in with Company': '/api/v1/sign-in/p1?next=%2Flab%3Fa%3Db' })
  expect(text).toBe('Sign in with Company or with a password the form')
})

it('shows the form alone where there is no provider, or none is known yet', () => {
  expect(page({ providers: [] }).text).toBe('the form')
  const known = [refusal('getSignInWays', {})]
  expect(render(<WaysIn>the form</WaysIn>, { known }).text).toBe('the form')
})

it('hides the form while a required provider works', () => {
  expect(page({ password: 'nobody' }).text).toBe(
    'Sign in with Company Passwords are switched off here.',
  )
})

it('says who can sign in while a required provider does not work', () => {
  const providers = [{ ...company, works: false }]
  const { text } = page({ password: 'administrators', providers })
  expect(text).toContain('Company cannot be reached')
  expect(text).toContain('administrators can sign in with their passwords')
  expect(text).toContain('the form')
})

it('explains a refusal in plain words, and keeps quiet about what it does not know', () => {
  const { text } = page({}, 'refused=no-role-here')
  expect(text).toContain('You are not signed in None of your groups')
  expect(page({}, 'refused=constructor').text).not.toContain('You are not signed in')
})

it('offers to sign out of the provider too', () => {
  const { text, links } = page({}, 'left=p1')
  expect(text).toContain('You are signed out You may still be signed in at Company.')
  expect(links['Sign out of Company too']).toBe('/api/v1/sign-in/p1/sign-out')
  const without = page({ providers: [{ ...company, canSignOut: false }] }, 'left=p1')
  expect(Object.keys(without.links)).toEqual(['Sign in with Company'])
  expect(page({}, 'left=other').text).not.toContain('signed out')
})
