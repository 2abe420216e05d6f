import { expect, test } from 'vitest'
import { scoreEstimates } from './score-estimates.ts'

test('errors by hand: +50 %, -20 %, -60 % of 10 ms', () => {
  const score = scoreEstimates([
    { measuredSeconds: 0.01, estimatedSeconds: 0.015 },
    { measuredSeconds: 0.01, estimatedSeconds: 0.008 },
    { measuredSeconds: 0.01, estimatedSeconds: 0.004 },
    { measuredSeconds: 0.01, estimatedSeconds: null },
    { measuredSeconds: null, estimatedSeconds: 0.01 },
  ])
  expect(score).toMatchObject({ n: 3, missing: 2 })
  expect(score.meanAbsoluteRelativeError).toBeCloseTo(1.3 / 3, 12)
  expect(score.medianAbsoluteRelativeError).toBeCloseTo(0.5, 12)
  expect(score.relativeBias).toBeCloseTo(-0.1, 12)
  expect(score.biasSeconds).toBeCloseTo(-0.001, 12)
})

test('returns null rather than NaN when there is nothing to score', () => {
  expect(scoreEstimates([{ measuredSeconds: 0, estimatedSeconds: 1 }])).toMatchObject({
    n: 0,
    missing: 1,
    meanAbsoluteRelativeError: null,
    relativeBias: null,
  })
})
