import { listTokens } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import SettingsPage from '../../app/(signed-in)/settings/page.tsx'
import { firstPage, render, userWith } from '../../lib/testing/render.tsx'
import { TokenSecret } from './token-secret.tsx'

const page = (user = userWith()) =>
  render(<SettingsPage />, { user, known: [firstPage(listTokens, {}, [])] })

describe('the settings', () => {
  it('have tokens for those who manage them, and the API and the password for all', () => {
    const all = page()
    expect(all.text).toContain('No tokens')
    expect(all.buttons).toEqual(['New token', 'Change the password'])
    const reader = page(userWith(['hosts:read']))
    expect(reader.buttons).toEqual(['Change the password'])
    expect(reader.text).not.toContain('No tokens')
    expect(reader.links).toEqual({
      Reference: '/api/v1/docs',
      'OpenAPI document': '/api/v1/openapi.json',
    })
  })
})

describe('a new password', () => {
  it('needs the old one, and says what else it ends', () => {
    const { html, text } = page()
    expect(text).toContain('Changing it ends all your other sessions.')
    expect(text).toContain('Current password New password At least 12 characters.')
    expect(html).toContain('autoComplete="new-password"')
  })

  it('revokes tokens unless told otherwise', () => {
    expect(page().html).toMatch(/role="checkbox" aria-checked="true"/)
    expect(page().text).toContain('Revoke my API tokens too')
  })

  it('has not been changed before it was', () => {
    expect(page().text).not.toContain('The password was changed')
  })
})

describe('the secret of a token', () => {
  it('is shown whole, to be copied, with the warning that it is the only time', () => {
    const { text, buttons } = render(<TokenSecret secret="sty_abc_0123" onDone={() => {}} />)
    expect(text).toContain('Warning: Copy it now It is shown only once')
    expect(text).toContain('sty_abc_0123')
    expect(buttons).toEqual(['Copy: the token', 'I have saved it'])
  })
})
