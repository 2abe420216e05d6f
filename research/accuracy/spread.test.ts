import { expect, test } from 'vitest'
import type { SpreadCase } from './accuracy-report.ts'
import { scoreRepeats } from './spread.ts'

test('each mean is predicted by the means of phases with equal load', () => {
  const means = [0.04, 0.08, 0.06].map((mean) => ({ recording: 'a', phase: 'Phase 1', mean }))
  const spread: SpreadCase = {
    domain: 'vm1',
    arrivalRatePerSecond: 45,
    weights: {},
    utilisation: 0.9,
    means,
    ratio: 2,
  }
  // The predictions are 0.07 for 0.04 (75 %), 0.05 for 0.08 (37.5 %) and 0.06 for 0.06 (0 %).
  const summary = scoreRepeats([spread])
  expect(summary.n).toBe(3)
  expect(summary.medianApe).toBeCloseTo(0.375)
  expect(summary.meanApe).toBeCloseTo(1.125 / 3)
  expect(summary.below70.n).toBe(0)
})
