import { describe, expect, it } from 'vitest'
import { aHost, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import {
  aHostRecommendation,
  aJournalEntry,
  anOutcome,
  anOutcomeDomain,
  aRelief,
} from '../../lib/testing/loop-fixtures.ts'
import { answer, firstPage, refusal, render } from '../../lib/testing/render.tsx'
import { PlanRecommendation } from '../plan/plan-recommendation.tsx'
import { RecommendationPage } from './recommendation-page.tsx'
import { RestoreHost } from './restore-host.tsx'

const call = { params: { id: idOf(93) } }

it('shows a recommendation with its journal', () => {
  const { text, links } = render(<RecommendationPage id={idOf(93)} />, {
    known: [
      answer('getRecommendation', call, aHostRecommendation()),
      firstPage('listJournal', { recommendationId: idOf(93) }, [
        aJournalEntry({ text: 'It waits for a person.' }),
      ]),
    ],
  })
  expect(text).toContain('Recommended for xen-1 on')
  expect(text).toContain('Nothing done It waits for a person.')
  expect(links['← xen-1']).toBe(`/hosts/${idOf(1)}`)
})

describe('a relief', () => {
  const unforetold = { predictedBefore: null, predictedAfter: null }
  const relieving = (more: object = {}) => {
    const { changes } = aHostRecommendation()
    return aHostRecommendation({
      analysisId: null,
      relief: aRelief(),
      changes: changes.map((each) => ({ ...each, ...unforetold })),
      ...more,
    })
  }
  const page = (recommendation: object) =>
    render(<RecommendationPage id={idOf(93)} />, {
      known: [answer('getRecommendation', call, recommendation)],
    })

  it('says what is expected, who pays, and on what it rests', () => {
    const { text, links } = page(relieving())
    expect(text).toContain('vm1 is expected to keep its target again')
    expect(text).toContain('Who pays vm2 (share 33 % to 17 %)')
    expect(text).toContain('Measured the worst time was 1.55 times its target')
    expect(text).toContain('Expected 0.6 times its target')
    expect(text).not.toContain('Predicted now')
    expect(text).not.toContain('The objective is predicted')
    expect(links).not.toHaveProperty('Its analysis')
  })

  it('says plainly where the target may still be missed', () => {
    expect(page(relieving({ relief: aRelief({ worstExpected: 1.2 }) })).text).toContain(
      'vm1 gets closer to its target, and may not keep it',
    )
    expect(page(relieving({ relief: aRelief({ worstExpected: null }) })).text).toContain(
      'even then the load does not fit',
    )
  })

  it('shows what was measured, and nothing that a model says', () => {
    const domain = anOutcomeDomain({ foretold: null, underThisLoad: null, leftAlone: null })
    const outcome = anOutcome({ domains: [domain], worst: { before: 1.55, after: 0.95 } })
    const { text } = page(relieving({ state: 'confirmed', canDecide: false, outcome }))
    expect(text).toContain('Measured times alone decide')
    expect(text).toMatch(/vm1 80 124 76\.0 ×1\.08/)
    expect(text).not.toContain('Under this load')
  })
})

it('leads to the others where there is none, and says what went wrong', () => {
  const page = (status: number) =>
    render(<RecommendationPage id={idOf(93)} />, {
      known: [refusal('getRecommendation', call, status)],
    })
  expect(page(404).links).toEqual({ 'All recommendations': '/changes/recommendations' })
  expect(page(500).text).toContain('The API said no.')
})

it('is found from its plan', () => {
  const plan = aPlan()
  const of = (data: unknown[]) =>
    render(<PlanRecommendation plan={plan} />, {
      known: [
        answer(
          'listRecommendations',
          { query: { planId: plan.id, limit: 1 } },
          { data, meta: { nextCursor: null } },
        ),
      ],
    })
  expect(of([aHostRecommendation()]).links).toEqual({
    'Recommended by the loop': `/recommendations/${idOf(93)}`,
  })
  expect(of([]).html).toBe('')
})

it('plans earlier weights once a moment is chosen', () => {
  const { buttons, text } = render(<RestoreHost host={aHost()} />)
  expect(text).toContain('Plan the old weights')
  expect(buttons).toEqual(['Plan it (off)'])
})
