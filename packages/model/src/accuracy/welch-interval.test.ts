import fc from 'fast-check'
import { mean, sampleVariance, tTestTwoSample } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { parkMiller } from '../numeric/seeded-draws.ts'
import { type SampleMoments, welchInterval } from './welch-interval.ts'

const momentsOf = (values: number[]): SampleMoments => ({
  mean: mean(values),
  variance: sampleVariance(values),
  count: values.length,
})

/** Normal values by Box and Muller over a multiplicative generator. */
function normals(seed: number) {
  const uniform = parkMiller(seed, 48271)
  return (count: number, deviation: number) =>
    Array.from(
      { length: count },
      () => deviation * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    )
}

describe('Welch’s interval', () => {
  test('holds the true difference in 95 % of cases, also for unequal variances and sizes', () => {
    const draw = normals(7)
    const trials = 4000
    let held = 0
    for (let trial = 0; trial < trials; trial++) {
      const { low, high } = welchInterval(momentsOf(draw(6, 5)), momentsOf(draw(25, 1)))
      if (low <= 0 && high >= 0) held++
    }
    expect(held / trials).toBeGreaterThan(0.94)
    expect(held / trials).toBeLessThan(0.96)
  })

  test('reaches zero where Student’s t of two equally large samples is the quantile', () => {
    const sample = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), {
      minLength: 3,
      maxLength: 30,
    })
    fc.assert(
      fc.property(sample, fc.double({ min: 1, max: 9, noNaN: true }), (values, shift) => {
        fc.pre(sampleVariance(values) > 1e-3)
        const shifted = values.map((value) => value + shift)
        const { difference, low, high } = welchInterval(momentsOf(shifted), momentsOf(values))
        const standardError = shift / tTestTwoSample(shifted, values)!
        const half = (high - low) / 2
        expect(difference).toBeCloseTo(shift, 6)
        expect((low + high) / 2).toBeCloseTo(shift, 6)
        // Between the quantiles for 4 and for infinitely many degrees of freedom.
        expect(half / standardError).toBeGreaterThan(1.9599)
        expect(half / standardError).toBeLessThan(2.7766)
      }),
    )
  })

  test('is a point where nothing varies', () => {
    const [first, second] = [
      { mean: 3, variance: 0, count: 2 },
      { mean: 1, variance: 0, count: 9 },
    ]
    expect(welchInterval(first, second)).toEqual({ difference: 2, low: 2, high: 2 })
  })
})
