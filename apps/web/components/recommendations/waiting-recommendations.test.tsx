import { describe, expect, it } from 'vitest'
import { aFleetHost, idOf } from '../../lib/testing/fixtures.ts'
import { aHostRecommendation } from '../../lib/testing/loop-fixtures.ts'
import { answer, firstPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { openRecommendations } from './recommendation-queries.ts'
import { RecommendationSection } from './recommendation-section.tsx'
import { decidableBy, WaitingRecommendations } from './waiting-recommendations.tsx'

const open = [
  aHostRecommendation(),
  aHostRecommendation({ id: idOf(2), hostId: idOf(2), hostName: 'xen-2', state: 'worse' }),
]
const tags = new Map([
  [idOf(1), ['web']],
  [idOf(2), ['db']],
])

describe('what waits for a person', () => {
  it('is what they may decide about', () => {
    const of = (tag: string | null) => ({ grants: [{ role: 'operator', tag } as const] })
    expect(decidableBy(of(null), open, tags)).toEqual(open)
    expect(decidableBy(of('web'), open, tags)).toEqual([open[0]])
    expect(decidableBy({ grants: [{ role: 'viewer', tag: null }] }, open, tags)).toEqual([])
  })

  it('is listed with the way to it', () => {
    const { text, links } = render(<WaitingRecommendations />, {
      known: [
        answer('listRecommendations', openRecommendations, {
          data: open,
          meta: { nextCursor: null },
        }),
        answer('getFleet', {}, { data: [aFleetHost()] }),
      ],
    })
    expect(text).toContain('2 recommendations wait for you')
    expect(links).toEqual({
      'Give vm1 more and vm2 less on xen-1': `/recommendations/${idOf(93)}`,
      'Roll back? on xen-2': `/recommendations/${idOf(2)}`,
    })
  })

  it('takes no room where there is nothing', () => {
    expect(render(<WaitingRecommendations />, { user: userWith() }).html).toBe('')
  })
})

describe('the list of recommendations', () => {
  const known = [
    firstPage('listRecommendations', { hostId: idOf(1) }, [aHostRecommendation()]),
    answer('getFleet', {}, { data: [aFleetHost()] }),
  ]

  it('is filtered by the host in the address', () => {
    const { html, links } = render(<RecommendationSection />, {
      search: `host=${idOf(1)}`,
      known,
    })
    expect(rowsOf(html)[1]!.slice(0, 4)).toEqual([
      'Waits for a person',
      'Give vm1 more and vm2 less',
      'xen-1',
      '30.0 ± 5.0 %',
    ])
    expect(links.Plan).toBe(`/changes/${idOf(50)}`)
    expect(html).toMatch(/<option value="[^"]*" selected="">xen-1/)
  })

  it('says what to do while there is none', () => {
    const { text } = render(<RecommendationSection />, {
      known: [firstPage('listRecommendations', {}, [])],
    })
    expect(text).toContain('Nothing was recommended yet Watch a host and give it a policy')
  })
})
