import { getRecommendation, listJournal, listRecommendations } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aHost, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import { aHostRecommendation, aJournalEntry } from '../../lib/testing/loop-fixtures.ts'
import { answer, firstPage, refusal, render } from '../../lib/testing/render.tsx'
import { PlanRecommendation } from './plan-recommendation.tsx'
import { RecommendationPage } from './recommendation-page.tsx'
import { RestoreHost } from './restore-host.tsx'

const call = { params: { id: idOf(93) } }

it('shows a recommendation with its journal', () => {
  const { text, links } = render(<RecommendationPage id={idOf(93)} />, {
    known: [
      answer(getRecommendation, call, aHostRecommendation()),
      firstPage(listJournal, { recommendationId: idOf(93) }, [
        aJournalEntry({ text: 'It waits for a person.' }),
      ]),
    ],
  })
  expect(text).toContain('Recommended for xen-1 on')
  expect(text).toContain('Nothing done It waits for a person.')
  expect(links['← xen-1']).toBe(`/hosts/${idOf(1)}`)
})

it('leads to the others where there is none, and says what went wrong', () => {
  const page = (status: number) =>
    render(<RecommendationPage id={idOf(93)} />, {
      known: [refusal(getRecommendation, call, status)],
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
          listRecommendations,
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
  expect(text).toContain('Put the weights back')
  expect(buttons).toEqual(['Plan it (off)'])
})
