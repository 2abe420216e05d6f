import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastAr1 } from './forecast-ar1.ts'

const values = fc.array(fc.double({ min: 0.001, max: 100, noNaN: true }), {
  minLength: 1,
  maxLength: 40,
})

/** Yule-Walker for lag 1 the plain way: phi = c1 / c0, s² = c0 - phi c1. */
function yuleWalker(u: readonly number[]) {
  const mean = u.reduce((sum, value) => sum + value, 0) / u.length
  const covariance = (lag: number) => {
    let sum = 0
    for (let t = 0; t + lag < u.length; t++) sum += (u[t]! - mean) * (u[t + lag]! - mean)
    return sum / u.length
  }
  const phi = covariance(1) / covariance(0)
  return { mean, phi, variance: covariance(0) - phi * covariance(1) }
}

test('mean, autocorrelation, error and forecast are those of the Yule-Walker equations', () => {
  fc.assert(
    fc.property(values, (u) => {
      fc.pre(Math.max(...u) - Math.min(...u) > 0.01)
      const { mean, phi, variance } = yuleWalker(u)
      const found = forecastAr1(u)!
      expect(found.mean).toBeCloseTo(mean, 9)
      expect(found.autocorrelation).toBeCloseTo(phi, 9)
      expect(found.standardError ** 2).toBeCloseTo(variance, 7)
      expect(found.value).toBeCloseTo(mean + phi * (u.at(-1)! - mean), 7)
    }),
  )
})

test('two values have autocorrelation -1/2, so the forecast is a quarter above the first', () => {
  expect(forecastAr1([2, 6])).toMatchObject({ mean: 4, autocorrelation: -0.5, value: 3 })
})

test('a constant series stays as it is', () => {
  for (const length of [1, 2, 50]) {
    const constant = new Array(length).fill(0.25)
    expect(forecastAr1(constant)).toEqual({
      mean: 0.25,
      autocorrelation: 0,
      standardError: 0,
      value: 0.25,
    })
  }
})

test('says nothing without a value', () => {
  expect(forecastAr1([])).toBeNull()
  expect(forecastAr1([null, null])).toBeNull()
})

test('forecasts a long noiseless AR(1) exactly, as far as its mean is known from it', () => {
  // Decays to 5 from both sides alike, so that mean and autocorrelation come out of the values.
  const decay = Array.from({ length: 60 }, (_, t) => 3 * 0.8 ** t)
  const around = [...decay, ...decay.map((each) => -each)]
  const { mean, autocorrelation } = forecastAr1(around.map((each) => 5 + each))!
  expect(mean).toBeCloseTo(5, 12)
  expect(autocorrelation).toBeCloseTo(0.8, 5)
})

test('finds the coefficient of a simulated AR(1) within its sampling error', () => {
  const [phi, n] = [0.6, 20_000]
  const u = [10]
  let state = 1
  for (let t = 1; t < n; t++) {
    state = (state * 16807) % 2147483647
    u.push(10 + phi * (u[t - 1]! - 10) + (state / 2147483647 - 0.5))
  }
  const found = forecastAr1(u)!
  // Standard error of phi: sqrt((1 - phi²) / n); that of the noise: its deviation is 1 / sqrt(12).
  expect(Math.abs(found.autocorrelation - phi)).toBeLessThan(4 * Math.sqrt((1 - phi ** 2) / n))
  expect(found.standardError).toBeCloseTo(Math.sqrt(1 / 12), 2)
})

test('a gap takes no part, and after it the last value counts less', () => {
  const mean = 3
  // 1, 3, 2 | 6 | gap, deviations -2, 0, -1 | 3; the pairs that touch are (-2, 0) and (0, -1).
  expect(forecastAr1([1, 3, 2, null, 6, null])).toMatchObject({ mean, autocorrelation: 0 })
  const found = forecastAr1([1, 1, 1, 5, 5, 5, null, null])!
  expect(found.autocorrelation).toBeCloseTo(0.5, 12)
  expect(found.value).toBeCloseTo(3 + 0.5 ** 3 * 2, 12)
})

test('the unit of the values does not matter', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: -8, max: 8 }), (u, power) => {
      const [once, scaled] = [forecastAr1(u)!, forecastAr1(u.map((each) => each * 2 ** power))!]
      expect(scaled.value).toBe(once.value * 2 ** power)
      expect(scaled.autocorrelation).toBe(once.autocorrelation)
    }),
  )
})
