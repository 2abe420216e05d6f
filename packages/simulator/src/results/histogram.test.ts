import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.add(value)
  return histogram
}

const durations = fc.array(fc.integer({ min: 1, max: 1e11 }), { minLength: 1, maxLength: 300 })

test('quantiles and fractions match the values to the width of a bin', () => {
  fc.assert(
    fc.property(durations, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, fraction) => {
      const histogram = histogramOf(values)
      const sorted = values.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil(fraction * values.length) - 1]!
      expect(Math.abs(histogram.quantile(fraction) / exact - 1)).toBeLessThan(0.017)
      expect(histogram.fractionUpTo(1.02 * exact)).toBeGreaterThanOrEqual(fraction - 1e-9)
    }),
    { seed: 5 },
  )
})

test('count, mean, spread and maximum are exact, also after merging two', () => {
  const [a, b] = [
    [3e6, 5e6, 9e6],
    [1e6, 7e6],
  ]
  const histogram = histogramOf(a!)
  histogram.merge(histogramOf(b!))
  expect(histogram.distribution()).toMatchObject({
    count: 5,
    mean: expect.closeTo(0.005, 12),
    standardDeviation: expect.closeTo(Math.sqrt(8) / 1000, 12),
    max: 0.009,
  })
})

test('returns null for every figure when empty', () => {
  expect(new Histogram().distribution()).toMatchObject({ count: 0, mean: null, p95: null })
})
