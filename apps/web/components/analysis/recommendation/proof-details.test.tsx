import type { Recommendation } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render } from '../../../lib/testing/render.tsx'
import { ProofDetails } from './proof-details.tsx'

function termOf(more: Partial<Recommendation>): string {
  const recommendation = {
    status: 'optimal',
    objective: 'total-delay',
    estimator: 'delay-aware',
    checks: [],
    anchored: true,
    proof: { engine: 'milp', statement: 'Proven.', bound: null, gap: null, solveSeconds: 1 },
    companions: [],
    roundingError: 0,
    ...more,
  } as unknown as Recommendation
  const { html } = render(<ProofDetails recommendation={recommendation} />)
  const [, first] = /<dl[^>]*>(.*?<\/dd>)/.exec(html)!
  return first!.replaceAll(/<[^>]*>+/g, '|').replaceAll(/\|+/g, '|')
}

it.each([
  [129, '140 ms now, 130 ms then'],
  [null, '140 ms now'],
])('names a total delay of 136 as %s ms', (after, figures) => {
  expect(termOf({ value: { before: 136, after, unit: 'ms' } })).toBe(
    `|the total delay|${figures}|of the times predicted by Delay-aware, as published|`,
  )
})

it('shows a slowdown without a unit, and the figures of both judges', () => {
  const value = { before: 8, after: 6, unit: 'ratio' } as const
  expect(termOf({ objective: 'mean-slowdown', estimator: 'sdps', value })).toBe(
    '|the mean slowdown|8.0 now, 6.0 then|of the times predicted by Queueing formula|',
  )
})
