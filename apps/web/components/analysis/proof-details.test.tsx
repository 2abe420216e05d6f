import type { Recommendation } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProofDetails } from './proof-details.tsx'

it.each([
  [129, '136 ms now, 129 ms after'],
  [null, '136 ms now'],
])('calls a total delay of 136 and %s ms the formula’s own', (after, figures) => {
  const recommendation = {
    status: 'optimal',
    anchored: true,
    totalDelayMs: { before: 136, after },
    proof: { engine: 'milp', statement: 'Proven.', bound: null, gap: null, solveSeconds: 1 },
    companions: [],
    roundingError: 0,
  } as unknown as Recommendation
  const html = renderToStaticMarkup(<ProofDetails recommendation={recommendation} />)
  const [, total] = /Total delay<\/dt><dd>(.*?)<\/dd>/.exec(html)!
  expect(total!.replaceAll(/<[^>]*>/g, '|')).toBe(
    `${figures}|the formula’s own sum, not anchored in what was measured|`,
  )
})
