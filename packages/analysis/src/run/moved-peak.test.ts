import { expect, it } from 'vitest'
import { movedPeak } from './moved-peak.ts'

const times = (mean: number, p95: number) => ({
  mean: { mean, halfWidth: 0.001, n: 5 },
  p95: { mean: p95, halfWidth: 0.001, n: 5 },
})

it('moves what was measured by the ratio of the same statistic in the twin', () => {
  const before = times(0.04, 0.1)
  const after = times(0.03, 0.05)
  expect(movedPeak({ observedSeconds: 0.1 }, 'mean', before, after)).toBeCloseTo(0.075, 12)
  expect(movedPeak({ observedSeconds: 0.1 }, 'p95', before, after)).toBeCloseTo(0.05, 12)
})

it('knows nothing where a figure is missing', () => {
  const before = times(0.04, 0.1)
  expect(movedPeak({ observedSeconds: null }, 'mean', before, before)).toBeNull()
  expect(movedPeak({ observedSeconds: 0.1 }, 'mean', before, undefined)).toBeNull()
  expect(movedPeak({ observedSeconds: 0.1 }, 'mean', undefined, before)).toBeNull()
})
