import { expect, it } from 'vitest'
import { answer, render } from '../../lib/testing/render.tsx'
import { ProofForm } from './proof-form.tsx'

const company = { id: 'p1', name: 'Company', confirmedUntil: null as string | null }
const confirmed = { ...company, confirmedUntil: '2026-11-24T04:00:00.000Z' }

function form(has: { hasPassword?: boolean; provider?: typeof company | null }, search = '') {
  const data = { hasPassword: false, passkeys: [], provider: null, ...has }
  return render(
    <ProofForm
      input={{ current: null }}
      hint="Asked again."
      confirmLabel="Apply now"
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />,
    { known: [answer('getSecondFactors', {}, data)], path: '/changes/7', search },
  )
}

const link = 'Confirm with Company'

it('leads whoever has neither password nor passkey to the provider and back to this page', () => {
  const { text, links, buttons } = form({ provider: company }, 'tab=a&unconfirmed=another-person')
  expect(text).toContain('Company can confirm that it is you')
  expect(text).not.toContain('neither a password')
  expect(links).toEqual({
    [link]: '/api/v1/sign-in/p1?next=%2Fchanges%2F7%3Ftab%3Da&confirm=yes',
  })
  expect(buttons).toEqual(['Cancel'])
})

it('offers the provider beside the password', () => {
  const { links, buttons, html } = form({ hasPassword: true, provider: company })
  expect(Object.keys(links)).toEqual([link])
  expect(buttons).toEqual(['Cancel', 'Apply now (off)'])
  expect(html).toContain('type="password"')
})

it('asks for nothing more once the provider has confirmed the person', () => {
  const { text, links, buttons, html } = form({ hasPassword: true, provider: confirmed })
  expect(text).toContain('Asked again. Confirmed with Company a moment ago; this counts once.')
  expect(buttons).toEqual(['Cancel', 'Apply now'])
  expect(links).toEqual({})
  expect(html).not.toContain('type="password"')
})

it('says so to whoever has nothing to confirm with', () => {
  const { text, links, buttons } = form({})
  expect(text).toContain('You have neither a password nor a passkey here.')
  expect([links, buttons]).toEqual([{}, ['Cancel']])
})
