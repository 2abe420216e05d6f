import { getSetup } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { answer, refusal, render } from '../../lib/testing/render.tsx'
import { SetupGate } from './setup-gate.tsx'

const TOKEN = 't'.repeat(24)
const gate = (search: string, needed = true) =>
  render(<SetupGate />, { search, known: [answer(getSetup, {}, { needed })] })

it('asks for the administrator where one is needed and the link is complete', () => {
  const { text, buttons } = gate(`token=${TOKEN}`)
  expect(buttons).toEqual(['Create the administrator'])
  expect(text).toContain('At least 12 characters, and not easily guessed.')
})

it.each([
  ['', true, 'its token is missing or cut off'],
  ['token=short', true, 'its token is missing or cut off'],
  [`token=${TOKEN}`, false, 'The administrator has already been created.'],
])(
  'refuses the link ?%s before anything is typed (administrator needed: %s)',
  (search, needed, why) => {
    const { text, buttons, links } = gate(search, needed)
    expect(text).toContain('This link cannot be used')
    expect(text).toContain(why)
    expect(buttons).toEqual([])
    expect(links).toEqual({ 'Go to sign in': '/sign-in' })
  },
)

it('waits, or reports what is wrong', () => {
  expect(render(<SetupGate />).text).toBe('Loading')
  const { text, buttons } = render(<SetupGate />, { known: [refusal(getSetup, {})] })
  expect(text).toContain('The API said no.')
  expect(buttons).toEqual(['Try again'])
})
