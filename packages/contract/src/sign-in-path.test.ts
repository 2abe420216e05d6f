import { describe, expect, it } from 'vitest'
import { safeReturnPath, signInPath, unconfirmedPath } from './sign-in-path.ts'

describe('the way back after signing in', () => {
  it('keeps path, query and fragment of this origin', () => {
    expect(safeReturnPath('/analyses/7?tab=errors#vm1')).toBe('/analyses/7?tab=errors#vm1')
  })

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example/',
    '/hosts/..//evil.example/',
    'javascript:alert(1)',
  ])('goes to the overview instead of %j', (next) => {
    expect(safeReturnPath(next)).toBe('/')
  })

  it('round-trips through the sign-in address', () => {
    const url = new URL(signInPath('/hosts/a?b=c&d=e'), 'http://localhost')
    expect(url.pathname).toBe('/sign-in')
    expect(safeReturnPath(url.searchParams.get('next'))).toBe('/hosts/a?b=c&d=e')
    expect(signInPath('/')).toBe('/sign-in')
    expect(signInPath('/', 'invalid')).toBe('/sign-in?refused=invalid')
  })

  it('names the last reason why a confirmation failed, and keeps the rest', () => {
    expect(unconfirmedPath('/changes/7', 'a')).toBe('/changes/7?unconfirmed=a')
    expect(unconfirmedPath('/lab?tab=x&unconfirmed=a#b', 'c')).toBe('/lab?tab=x&unconfirmed=c#b')
  })
})
