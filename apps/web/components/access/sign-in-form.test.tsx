import { expect, it } from 'vitest'
import SignInPage from '../../app/sign-in/page.tsx'
import { answer, refusal, render } from '../../lib/testing/render.tsx'

const page = async (...known: ReturnType<typeof answer>[]) => render(await SignInPage(), { known })

it('asks for address and password, and supports password managers', async () => {
  const { html, text, buttons } = await page(answer('getSetup', {}, { needed: false }))
  expect(text).toContain('Sign in E-mail address Password')
  expect(html).toContain('autoComplete="username"')
  expect(html).toContain('autoComplete="current-password"')
  expect(buttons.at(-1)).toBe('Sign in')
})

it('explains the set-up while there is no administrator', async () => {
  const { text, buttons } = await page(answer('getSetup', {}, { needed: true }))
  expect(text).toContain('There is no administrator yet')
  expect(text).toContain('Restarting prints a new one.')
  expect(buttons).not.toContain('Sign in')
})

it('works before the set-up state is known, and when it cannot be loaded', async () => {
  expect((await page()).buttons.at(-1)).toBe('Sign in')
  expect((await page(refusal('getSetup', {}))).buttons.at(-1)).toBe('Sign in')
  expect((await page(refusal('getSetup', {}))).text).not.toContain('The API said no.')
})

it('goes on where a sign-in with the password has stopped', async () => {
  const at = (step: string, methods: string[]) =>
    page(answer('getSignInState', {}, { step, methods }))
  const code = await at('second-factor', ['app', 'recovery-code'])
  expect(code.text).toContain('Code of your authenticator app')
  expect(code.html).toContain('action="/api/v1/session/form/code"')
  expect(code.html).toContain('autoComplete="one-time-code"')
  expect((await at('enrol', [])).buttons).toEqual(['Set up an authenticator app'])
  expect((await at('complete', [])).buttons).toEqual(['Sign in'])
})
