import type { HostRecommendation } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../lib/testing/fixtures.ts'
import { aHostRecommendation, anOutcome, anOutcomeDomain } from '../../lib/testing/loop-fixtures.ts'
import { answer, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { withShares } from '../../lib/with-shares.ts'
import { countdownWords } from './expiry-countdown.tsx'
import { HostRecommendationCard } from './host-recommendation.tsx'
import { RecommendationBody } from './recommendation-body.tsx'
import { newestRecommendation } from './recommendation-queries.ts'
import { headlineOf } from './recommendation-words.ts'
import { isTopical, useHostRecommendation } from './use-host-recommendation.ts'

const call = newestRecommendation(idOf(1))
const inFull = (more: Partial<HostRecommendation> = {}, user = userWith()) =>
  render(<RecommendationBody recommendation={aHostRecommendation(more)} />, { user })

function Newest() {
  const { recommendation } = useHostRecommendation(idOf(1))
  return recommendation ? <HostRecommendationCard recommendation={recommendation} /> : null
}
const card = (more: Partial<HostRecommendation>) =>
  render(<Newest />, {
    known: [
      answer('listRecommendations', call, {
        data: [aHostRecommendation(more)],
        meta: { nextCursor: null },
      }),
    ],
  })

describe('a recommendation that waits', () => {
  it('says what changes, who pays, what it gains and why', () => {
    const { html, text } = inFull()
    expect(text).toContain('Gets slower by the prediction: vm2 from 40 ms to 55 ms.')
    expect(text).toContain('The objective is predicted to improve by 30.0 ± 5.0 % .')
    expect(text).toContain('vm1 missed its target of 80 ms in 3 of 5 minutes.')
    expect(html).toContain('vm1 in 5 minutes: 62.0 ms, 95.0 ms')
    expect(rowsOf(html)[1]).toEqual([
      'Domain-0',
      '256',
      '33 %',
      'Its weight is not known; 256 is Xen’s default.',
    ])
    expect(rowsOf(html)[2]).toEqual([
      'vm1',
      'before 256 after 384',
      'before 33 % after 50 %',
      '80',
      '120 (110 to 130)',
      '70 (60 to 80)',
    ])
  })

  it('is decided by whoever may change the host, before it expires', () => {
    const { text, buttons, links } = inFull()
    expect(buttons.filter((name) => name.includes('change on'))).toEqual([
      'Approve the change on xen-1',
      'Reject the change on xen-1',
    ])
    expect(text).toMatch(/Expires in [01]:[0-5]\d:[0-5]\d/)
    expect(links).toMatchObject({
      'Its analysis': `/hosts/${idOf(1)}?recording=${idOf(30)}`,
      'Its plan and application': `/changes/${idOf(50)}`,
    })
    const other = inFull({}, userWith(['plans:read']))
    expect(other.text).toContain('does not include deciding about changes of this host.')
    expect(other.buttons).not.toContain('Approve the change on xen-1')
  })

  it('leads to its plan where the policy only recommends', () => {
    const { buttons, links } = inFull({ mode: 'recommend' })
    expect(links['Review and apply the plan']).toBe(`/changes/${idOf(50)}`)
    expect(buttons).not.toContain('Approve the change on xen-1')
    expect(buttons).toContain('Reject the change on xen-1')
  })
})

describe('what became of a recommendation', () => {
  const outcome = anOutcome({
    domains: [anOutcomeDomain(), anOutcomeDomain({ domain: 'vm2', leftAlone: null })],
  })

  it('is what was foretold beside what was measured', () => {
    const { html, text } = inFull({ state: 'confirmed', canDecide: false, outcome })
    expect(text).toContain('Outcome Confirmed The times came as predicted.')
    expect(html).toContain('left alone 130 ms (120 to 140); measured 76.0 ms.')
    expect(html).toContain('left alone –; measured 76.0 ms.')
    expect(rowsOf(html)[1]).toEqual([
      'vm1',
      '124',
      '70 (60 to 80)',
      '74 (64 to 84)',
      '130 (120 to 140)',
      '76.0',
      '×1.08',
      '×1.03',
    ])
  })

  it('is a decision with its name', () => {
    const decision = { decision: 'rejected', by: 'Grace', at: '2026-11-24T10:00:00Z' } as const
    const { text } = inFull({ state: 'rejected', canDecide: false, decision })
    expect(text).toMatch(/Grace rejected it on 24 Nov 2026/)
    expect(text).not.toContain('Expires in')
  })
})

describe('the card', () => {
  it('shows nothing where nothing is topical', () => {
    const nothing = { data: [], meta: { nextCursor: null } }
    const { html } = render(<Newest />, {
      known: [answer('listRecommendations', call, nothing)],
    })
    expect(html).toBe('')
    expect(card({ closedAt: '2026-01-01T00:00:00Z' }).html).toBe('')
  })

  it('says in short what is missed, what is recommended and who pays, and leads to all of it', () => {
    const { html, text, buttons, links } = card({})
    expect(text).toMatch(
      /^vm1 missed its target of 80 ms in 3 of 5 minutes\..* Waits for a person Give vm1 more and vm2 less\./,
    )
    expect(text).toContain('Gets slower by the prediction: vm2 from 40 ms to 55 ms.')
    expect(buttons).toContain('Approve the change on xen-1')
    expect(links['The recommendation in full']).toBe(`/recommendations/${idOf(93)}`)
    expect(html).not.toContain('<table')
  })

  it('says what came of it instead, once that is known', () => {
    const { text } = card({ state: 'confirmed', canDecide: false, outcome: anOutcome() })
    expect(text).toContain('The times came as predicted. Confirmed Give vm1 more')
    expect(text).not.toContain('missed its target')
  })

  it('stays for a day after the end', () => {
    const now = Date.parse('2026-11-24T12:00:00Z')
    expect(isTopical({ closedAt: null }, now)).toBe(true)
    expect(isTopical({ closedAt: '2026-11-23T12:00:01Z' }, now)).toBe(true)
    expect(isTopical({ closedAt: '2026-11-23T11:59:59Z' }, now)).toBe(false)
  })
})

it.each([
  [{ changes: [], state: 'analysing' as const }, 'Looking for better weights'],
  [{ changes: [], state: 'nothing-to-gain' as const }, 'No change'],
  [aHostRecommendation(), 'Give vm1 more and vm2 less'],
])('the headline of %# reads well', (recommendation, words) => {
  expect(headlineOf(recommendation)).toBe(words)
})

it.each([
  [0, '0:00:00'],
  [1, '0:00:01'],
  [3_599_000, '0:59:59'],
  [93_784_000, '26:03:04'],
])('%d ms are left as %s', (leftMs, words) => {
  expect(countdownWords(leftMs)).toBe(words)
})

it('shares add up to one with Domain-0’s, before and after', () => {
  const { domain0, changes } = withShares(aHostRecommendation().changes, null)
  for (const part of ['shareBefore', 'shareAfter'] as const)
    expect(changes.reduce((sum, each) => sum + each[part], domain0[part])).toBeCloseTo(1, 12)
})
