import { expect, it } from 'vitest'
import { causeWords, warningWords } from './solution-words.ts'

it('says how far from the optimum weights may be, where that is known', () => {
  expect(causeWords({ code: 'time-limit', gap: 0.0312 })).toBe(
    'The time limit ended the search: this is the best allocation known; it is at most 3.1 % above the optimum.',
  )
  expect(causeWords({ code: 'time-limit', gap: null })).toMatch(/allocation known\.$/)
  expect(causeWords({ code: 'loose-bounds', asked: 17, gap: null })).toMatch(
    /17 allocations .* whether any meet every target is open\.$/,
  )
  expect(causeWords({ code: 'too-many-allocations', allocations: 11_628, played: 40 })).toContain(
    '11,628 allocations',
  )
})

it('gives both steps where the requested one does not fit', () => {
  expect(
    warningWords({
      code: 'step-adjusted',
      reason: 'many-domains',
      steps: 40,
      stepShare: 1 / 40,
      askedStepShare: 0.05,
    }),
  ).toBe(
    'The requested steps leave the guests no choice. The free shares are divided in 40 steps of 0.0250 instead of steps of 0.05.',
  )
})

it('gives the share of Domain-0 before and after', () => {
  expect(warningWords({ code: 'domain0-share-moves', before: 0.25, after: 0.2 })).toContain(
    'from 25 % to 20 %.',
  )
})
