import { expect, test } from 'vitest'
import type { ForecastCase } from './accuracy-report.ts'
import { isClear, scoreForecasts } from './forecast.ts'
import { BATCHES, type Truth } from './recordings/client-truth.ts'

const truth = (means: number[]): Truth => ({
  mean: 0,
  p95: 0,
  meanHalfWidth: null,
  requests: means.length,
  unanswered: 0,
  batches: means.map((seconds) => ({ requests: 1, seconds })),
})
const wobble = (seconds: number, by: number) =>
  Array.from({ length: BATCHES }, (_, index) => seconds + (index % 2 === 0 ? by : -by))

test('a change is clear when it is consistent, however much both series vary', () => {
  const before = wobble(0.06, 0.03)
  expect(isClear(truth(before), truth(before.map((mean) => mean - 0.01)))).toBe(true)
  expect(isClear(truth(before), truth(wobble(0.05, -0.03)))).toBe(false)
  expect(isClear(truth(before), truth(before))).toBe(false)
})

const forecastCase = (
  after: number,
  isClear: boolean,
  forecasts: ForecastCase['forecasts'],
): ForecastCase => ({
  from: 'a',
  to: 'b',
  phase: 'Phase 1',
  utilisation: 0.9,
  domain: 'vm1',
  weights: {},
  before: 0.1,
  after,
  isClear,
  forecasts,
})

test('forecasts are scored by size and by direction', () => {
  const cases = [
    forecastCase(0.05, true, {
      any: { mean: 0.06, anchoredMean: 0.04, isDirectionRight: true },
    }),
    forecastCase(0.2, true, { any: { mean: 0.1, anchoredMean: 0.2, isDirectionRight: false } }),
    forecastCase(0.1, false, { any: { mean: 0.1, anchoredMean: null, isDirectionRight: true } }),
    forecastCase(0.1, true, {}),
  ]
  const summary = scoreForecasts('any', cases)
  expect(summary).toMatchObject({
    n: 3,
    directions: { right: 2, of: 3 },
    clearDirections: { right: 1, of: 2 },
  })
  // The errors are 20 %, 50 % and 0 %; anchored, 20 % and 0 %.
  expect(summary.medianApe).toBeCloseTo(0.2)
  expect(summary.meanApe).toBeCloseTo(0.7 / 3)
  expect(summary.anchored.n).toBe(2)
  expect(summary.anchored.meanApe).toBeCloseTo(0.1)
})
