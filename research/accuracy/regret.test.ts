import { expect, test } from 'vitest'
import type { RegretCase } from './accuracy-report.ts'
import { judge, scoreRegrets } from './regret.ts'

type Options = RegretCase['options']

const options: Options = [
  { recording: 'equal', weights: {}, measured: 0.06, predicted: { good: 5, blind: 7, wrong: 1 } },
  { recording: 'twice', weights: {}, measured: 0.02, predicted: { good: 3, blind: 7, wrong: 2 } },
  { recording: 'thrice', weights: {}, measured: 0.03, predicted: { good: 4, blind: 7 } },
]

test('regret is the cost of the chosen weights relative to the best measured ones', () => {
  const judged = judge({ from: 'equal', phase: 'Phase 1', objective: 'vm1', options })
  expect(judged.best).toBe('twice')
  expect(judged.choices.good).toEqual({ recording: 'twice', regret: 0 })
  // An estimator that sees no difference keeps the weights.
  expect(judged.choices.blind!.recording).toBe('equal')
  expect(judged.choices.blind!.regret).toBeCloseTo(2)
  // Without an answer for each of the weights there is no choice.
  expect(judged.choices.wrong).toBeUndefined()
})

test('regrets add up to counts, a mean and a worst case', () => {
  const judged = judge({ from: 'equal', phase: 'Phase 1', objective: 'vm1', options })
  const better = judge({ ...judged, options: options.slice(0, 1).concat(options.slice(2)) })
  expect(scoreRegrets('blind', [judged, better])).toEqual({
    n: 2,
    best: 0,
    meanRegret: expect.closeTo(1.5),
    worstRegret: expect.closeTo(2),
  })
  expect(scoreRegrets('wrong', [judged])).toEqual({
    n: 0,
    best: 0,
    meanRegret: null,
    worstRegret: null,
  })
})
