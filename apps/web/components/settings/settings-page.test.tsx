import { describe, expect, it } from 'vitest'
import SettingsPage from '../../app/(signed-in)/settings/page.tsx'
import { firstPage, render, userWith } from '../../lib/testing/render.tsx'
import { PasswordForm } from './password-form.tsx'
import { TokenSecret } from './token-secret.tsx'

const page = async (user = userWith()) =>
  render(await SettingsPage(), { user, known: [firstPage('listTokens', {}, [])] })

describe('the settings', () => {
  it('show tokens to users who may manage them, and the rest to all', async () => {
    const all = await page()
    expect(all.text).toContain('No tokens')
    expect(all.buttons).toEqual(['New token'])
    const reader = await page(userWith(['hosts:read']))
    expect(reader.buttons).toEqual([])
    expect(reader.text).not.toContain('No tokens')
    expect(reader.links).toEqual({
      Reference: '/api/v1/docs',
      'OpenAPI document': '/api/v1/openapi.json',
    })
  })
})

describe('the form for a new password', () => {
  it('asks for the old one, and announces what else ends', async () => {
    expect((await page()).text).toContain('Changing it ends all your other sessions.')
    const { html, text } = render(<PasswordForm />)
    expect(text).toContain(
      'Current password New password At least 12 characters, and not easily guessed.',
    )
    expect(html).toContain('autoComplete="new-password"')
  })

  it('revokes tokens by default', () => {
    const { html, text } = render(<PasswordForm />)
    expect(html).toMatch(/type="checkbox"[^>]* checked=""/)
    expect(text).toContain('Revoke my API tokens too')
  })

  it('reports no success before a change', () => {
    expect(render(<PasswordForm />).text).not.toContain('The password was changed')
  })
})

describe('the secret of a token', () => {
  it('is shown completely, with a warning that it is shown once', () => {
    const { text, buttons } = render(<TokenSecret secret="sty_abc_0123" onDone={() => {}} />)
    expect(text).toContain('Warning: Copy it now It is shown only once')
    expect(text).toContain('sty_abc_0123')
    expect(buttons).toEqual(['Copy: the token', 'I have saved it'])
  })
})
