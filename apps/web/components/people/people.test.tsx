import type { Person } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render } from '../../lib/testing/render.tsx'
import { headline, People } from './people.tsx'
import { ownedBy } from './transfer-form.tsx'

function aPerson(more: Partial<Person> = {}): Person {
  return {
    id: idOf(1),
    email: 'ada@example.org',
    name: 'Ada',
    state: 'active',
    grants: [{ role: 'administrator', tag: null }],
    providerGrants: [],
    createdAt: '2026-11-23T12:00:00Z',
    lastSignInAt: null,
    secondFactor: false,
    owns: { uploads: 0, analyses: 0, runs: 0, plans: 0, tokens: 0 },
    ...more,
  }
}

const page = (...people: Person[]) =>
  render(<People />, { known: [answer('listPeople', {}, { data: people })] })

describe('the people', () => {
  it('are listed with their roles, their state and what can be done', () => {
    const { text, buttons } = page(
      aPerson({
        id: idOf(2),
        name: 'Grace',
        grants: [
          { role: 'operator', tag: 'web-*' },
          { role: 'viewer', tag: null },
        ],
      }),
    )
    expect(text).toContain('Grace ada@example.org operator of web-*, viewer Active never')
    expect(buttons).toEqual([
      'Invite someone',
      'Name',
      'Roles',
      'State',
      'Last sign-in',
      'Change Grace',
      'More for Grace',
      'Reset the password of Grace',
      'Sign out Grace',
      'Deactivate Grace',
    ])
  })

  it('who were only invited get another invitation instead of a reset', () => {
    expect(page(aPerson({ state: 'invited' })).buttons).toContain('Invite Ada again')
  })

  it('who are deactivated can be reactivated, and what they made transferred', () => {
    const owns = { uploads: 2, analyses: 1, runs: 0, plans: 0, tokens: 0 }
    const { buttons } = page(aPerson({ state: 'deactivated', owns }))
    expect(buttons.slice(-2)).toEqual(['Transfer what Ada made', 'Reactivate Ada'])
    expect(ownedBy({ owns })).toEqual(['2 uploads', '1 analysis'])
    expect(page(aPerson({ state: 'deactivated' })).buttons.at(-1)).toBe('Reactivate Ada')
    expect(page(aPerson({ state: 'deactivated' })).buttons.join()).not.toContain('Transfer')
  })

  it('could not be loaded', () => {
    const { text } = render(<People />, { known: [refusal('listPeople', {})] })
    expect(text).toContain('The API said no.')
  })
})

describe('the headline', () => {
  it('counts those with access and warns of a single administrator', () => {
    expect(headline([aPerson(), aPerson({ state: 'invited' })])).toBe(
      '1 person with access, 1 administrator among them; 1 invited. If that account is lost, only someone on the machine itself can restore access.',
    )
    expect(headline([aPerson(), aPerson()])).toBe(
      '2 people with access, 2 administrators among them.',
    )
  })
})
