import { getSetup } from '@steelyard/contract'
import { expect, it } from 'vitest'
import SignInPage from '../../app/sign-in/page.tsx'
import { answer, refusal, render } from '../../lib/testing/render.tsx'

const page = (...known: ReturnType<typeof answer>[]) => render(<SignInPage />, { known })

it('asks for address and password, which a password manager can fill in', () => {
  const { html, text, buttons } = page(answer(getSetup, {}, { needed: false }))
  expect(text).toContain('Sign in Weigh the domains of your Xen hosts. E-mail address Password')
  expect(html).toContain('autoComplete="username"')
  expect(html).toContain('autoComplete="current-password"')
  expect(buttons.at(-1)).toBe('Sign in')
})

it('leads to the set-up instead where there is nobody to sign in', () => {
  const { text, buttons } = page(answer(getSetup, {}, { needed: true }))
  expect(text).toContain('There is no administrator yet')
  expect(text).toContain('Restarting prints a new one.')
  expect(buttons).not.toContain('Sign in')
})

it('does not wait for the question of the set-up, nor mind that it fails', () => {
  expect(page().buttons.at(-1)).toBe('Sign in')
  expect(page(refusal(getSetup, {})).buttons.at(-1)).toBe('Sign in')
  expect(page(refusal(getSetup, {})).text).not.toContain('The API said no.')
})
