import type { HostPolicy } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, idOf } from '../../lib/testing/fixtures.ts'
import { aGrant, aHostPolicy } from '../../lib/testing/loop-fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { whatIsMissing } from './grant-section.tsx'
import { HostPolicyCard, originOf } from './host-policy-card.tsx'

const call = { params: { id: idOf(1) } }
const card = (policy: HostPolicy, user = userWith()) =>
  render(<HostPolicyCard host={aHost()} />, {
    user,
    known: [answer('getHostPolicy', call, policy)],
  })

describe('the verdict', () => {
  it('says what happens, and that a change may be made now', () => {
    const { text } = card(
      aHostPolicy({ settings: { mode: 'approve' }, statement: 'Weights are recommended.' }),
    )
    expect(text).toContain('Weights are recommended. A change may be made now.')
  })

  it('says why no change may be made now', () => {
    const hindrances = ['Outside of the windows.', 'Everything is stopped.']
    const { text } = card(
      aHostPolicy({ settings: { mode: 'automatic' }, canActNow: false, hindrances }),
    )
    expect(text).toContain(`No change may be made now: ${hindrances.join(' ')}`)
  })

  it('does not speak of changes where the policy makes none', () => {
    const { text } = card(aHostPolicy({ canActNow: false, hindrances: ['It is off.'] }))
    expect(text).not.toContain('may be made now')
  })
})

describe('where the policy comes from', () => {
  it.each([
    [{ source: 'host', tag: null }, 'This host has a policy of its own.'],
    [
      { source: 'tag', tag: 'prod' },
      'The policy of hosts tagged prod, the most cautious for its tags.',
    ],
    [{ source: 'none', tag: null }, 'This host has no policy.'],
  ] as const)('%j', (origin, words) => {
    expect(originOf(origin)).toBe(words)
  })

  it('decides what is offered', () => {
    expect(card(aHostPolicy()).buttons).toEqual(['Change the policy', 'Remove the policy of xen-1'])
    expect(card(aHostPolicy({ source: 'tag', tag: 'prod' })).buttons).toEqual([
      'Give it a policy of its own',
    ])
    expect(card(aHostPolicy(), userWith(['hosts:read'])).buttons).toEqual([])
  })

  it('without a policy there are no settings to show', () => {
    expect(card(aHostPolicy({ source: 'none' })).text).not.toContain('Cool-down')
  })
})

it('shows every setting in words', () => {
  const { text } = card(
    aHostPolicy({
      settings: {
        mode: 'approve',
        windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
        timeZone: 'Europe/Berlin',
        payers: [{ domain: 'vm2', leastShare: 0.1 }],
        blackouts: [
          { from: '2026-12-24T12:00:00Z', to: '2026-12-27T12:00:00Z', reason: 'Holidays' },
        ],
      },
    }),
  )
  for (const words of [
    'Mode Approve',
    'Dry run on: nothing is changed',
    'Changes every day from 22:00 to 06:00 (Europe/Berlin)',
    ': Holidays',
    'May be given less vm2 down to 10 % of the guests’ weights',
    'Least gain 5 %',
    'Largest step 100 % of the guests’ weights at most',
    'Cool-down 3 min',
    'Trigger missed in 2 of 3 minutes',
    'Waits for approval 1 h',
  ])
    expect(text).toContain(words)
})

describe('the grant', () => {
  const settings = { mode: 'automatic', dryRun: false } as const

  it('is not spoken of where the policy is not automatic', () => {
    expect(card(aHostPolicy()).text).not.toContain('Grant')
  })

  it('is missing plainly, as is the change in a dry run', () => {
    expect(whatIsMissing(aHostPolicy({ settings, grant: aGrant() }))).toBeNull()
    expect(whatIsMissing(aHostPolicy({ settings: { mode: 'automatic' } }))).toHaveLength(2)
    const { text, buttons } = card(aHostPolicy({ settings }))
    expect(text).toContain('Nothing is applied without a person yet A grant is missing')
    expect(buttons.slice(-1)).toEqual(['Give the grant'])
  })

  it('says who gave it, until when and for what, and can be revoked', () => {
    const payers = [{ domain: 'vm2', leastShare: 0.1 }]
    const { text, buttons } = card(
      aHostPolicy({
        settings,
        grant: aGrant({ bounds: { largestStep: 0.1, payers, knowsKinds: false } }),
      }),
    )
    expect(text).toMatch(/Ada gave it on .* It holds until .*, for weights alone/)
    expect(text).toContain(
      'No guest gains or loses more than 10 % of the guests’ weights at once. Who may be given less: vm2 down to 10 % of the guests’ weights. It covers only kinds of changes that were approved and confirmed here before.',
    )
    expect(buttons.slice(-2)).toEqual(['Give a new grant', 'Revoke the grant on xen-1'])
  })

  it('is shown, and neither given nor revoked, without the permission', () => {
    const { text, buttons } = card(
      aHostPolicy({ settings, grant: aGrant() }),
      userWith(['hosts:read']),
    )
    expect(text).toContain('does not include giving grants.')
    expect(buttons).toEqual([])
  })
})

it('says that it is loading, and what went wrong', () => {
  expect(render(<HostPolicyCard host={aHost()} />).text).toContain('Loading the policy')
  const { text, buttons } = render(<HostPolicyCard host={aHost()} />, {
    known: [refusal('getHostPolicy', call)],
  })
  expect(text).toContain('The policy could not be loaded The API said no.')
  expect(buttons).toEqual(['Try again'])
})
