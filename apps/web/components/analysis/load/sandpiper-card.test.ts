import { expect, it } from 'vitest'
import { factorWords } from './sandpiper-card.tsx'

it.each([
  [5.1, 9.372, '×9.37'],
  [90, 1, 'kept'],
  [0, null, 'no factor is enough'],
  [null, null, 'not known'],
])('λ_cap %s and factor %s read "%s"', (lambdaCapPerSecond, weightFactor, words) => {
  const action = { domain: 'vm1', busyArrivalRatePerSecond: 47.8, lambdaCapPerSecond, weightFactor }
  expect(factorWords(action)).toBe(words)
})
