import type { Token } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { Tokens } from './tokens.tsx'

const token = (more: Partial<Token>): Token => ({
  id: idOf(60),
  name: 'backup',
  prefix: 'sty_abc',
  scopes: ['hosts:read', 'analyses:read'],
  hostId: null,
  createdAt: twoHoursAgo,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...more,
})
const list = (...tokens: Token[]) =>
  render(<Tokens />, { known: [firstPage('listTokens', {}, tokens)] })

describe('the tokens', () => {
  it('show their scopes and last use, and can be revoked', () => {
    const { html, buttons } = list(token({ lastUsedAt: twoHoursAgo }))
    expect(rowsOf(html)[1]).toEqual([
      'backup sty_abc…',
      'Active',
      'hosts:read, analyses:read',
      '2 hours ago',
      'never',
      'Revoke',
    ])
    expect(buttons).toContain('Revoke backup')
  })

  it('cannot be revoked twice', () => {
    const { html, buttons } = list(token({ revokedAt: twoHoursAgo }))
    expect(rowsOf(html)[1]?.slice(1, 2)).toEqual(['Revoked'])
    expect(buttons).not.toContain('Revoke backup')
  })

  it('are marked once they have expired', () => {
    expect(rowsOf(list(token({ expiresAt: twoHoursAgo })).html)[1]?.slice(1, 5)).toEqual([
      'Expired',
      'hosts:read, analyses:read',
      'never',
      '2 hours ago',
    ])
  })

  it('are created in one place, whether there are any or not', () => {
    expect(list().buttons).toEqual(['New token'])
    expect(list().text).toContain('No tokens')
    expect(list(token({})).buttons.filter((name) => name === 'New token')).toHaveLength(1)
  })

  it('show that they are loading, and what could not be loaded', () => {
    expect(render(<Tokens />).text).toContain('Loading the tokens')
    const { text } = render(<Tokens />, { known: [refusedPage('listTokens', {})] })
    expect(text).toContain('The tokens could not be loaded')
  })
})

describe('a new token', () => {
  const form = (user = userWith()) =>
    render(<NewTokenForm onCreated={() => {}} onCancel={() => {}} />, { user })

  it('can do no more than its maker, and never advises a load balancer', () => {
    expect(form(userWith(['hosts:read', 'plans:read'])).text).toContain(
      'See hosts hosts:read See plans and applications plans:read',
    )
    expect(form(userWith(['hosts:read'])).text).not.toContain('See plans')
    expect(form().text).toContain('Make plans')
    expect(form().text).not.toContain('load-balancer')
  })

  it('needs a name and a scope, and is valid for ninety days', () => {
    expect(form().buttons).toEqual(['Cancel', 'Create (off)'])
    expect(form().html).toContain('<option value="90" selected="">90 days</option>')
  })
})
