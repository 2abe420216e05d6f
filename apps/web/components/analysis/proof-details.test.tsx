import type { Recommendation } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProofDetails } from './proof-details.tsx'

function termOf(more: Partial<Recommendation>): string {
  const recommendation = {
    status: 'optimal',
    anchored: true,
    proof: { engine: 'milp', statement: 'Proven.', bound: null, gap: null, solveSeconds: 1 },
    companions: [],
    roundingError: 0,
    ...more,
  } as unknown as Recommendation
  const html = renderToStaticMarkup(<ProofDetails recommendation={recommendation} />)
  const [, first] = /<dl[^>]*>(.*?<\/dd>)/.exec(html)!
  return first!.replaceAll(/<[^>]*>+/g, '|').replaceAll(/\|+/g, '|')
}

it.each([
  [129, '136 ms now, 129 ms after'],
  [null, '136 ms now'],
])('calls a total delay of 136 and %s ms the formula’s own', (after, figures) => {
  expect(termOf({ totalDelayMs: { before: 136, after } })).toBe(
    `|Total delay|${figures}|by Delay-aware itself, not anchored in what was measured|`,
  )
})

it('names what another estimator minimised', () => {
  expect(termOf({ estimator: 'sdps', totalDelayMs: { before: 36, after: 29 } })).toBe(
    '|Mean over all requests|36.0 ms now, 29.0 ms after|of the times predicted by SDPS|',
  )
})
