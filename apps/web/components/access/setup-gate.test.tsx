import { expect, it } from 'vitest'
import { answer, refusal, render } from '../../lib/testing/render.tsx'
import { SetupGate, SetupOf } from './setup-gate.tsx'

const TOKEN = 't'.repeat(24)
const gate = (token: string, needed = true) =>
  render(<SetupOf token={token} />, { known: [answer('getSetup', {}, { needed })] })

it('asks for the administrator where one is needed and the link is complete', () => {
  const { text, buttons } = gate(TOKEN)
  expect(buttons).toEqual(['Create the administrator'])
  expect(text).toContain('At least 12 characters, and not easily guessed.')
})

it.each([
  ['', true, 'its token is missing or cut off'],
  ['short', true, 'its token is missing or cut off'],
  [TOKEN, false, 'The administrator has already been created.'],
])(
  'refuses the token “%s” before anything is typed (administrator needed: %s)',
  (token, needed, why) => {
    const { text, buttons, links } = gate(token, needed)
    expect(text).toContain('This link cannot be used')
    expect(text).toContain(why)
    expect(buttons).toEqual([])
    expect(links).toEqual({ 'Go to sign in': '/sign-in' })
  },
)

it('waits, or reports what is wrong', () => {
  expect(render(<SetupGate />).text).toBe('Loading')
  const { text, buttons } = render(<SetupGate />, { known: [refusal('getSetup', {})] })
  expect(text).toContain('The API said no.')
  expect(buttons).toEqual(['Try again'])
})
