import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitWithin } from './wait-within.ts'

test('is the mean of min(W, B) for W in two exponential stages, by integration of its tail', () => {
  const [first, mean] = [0.02, 0.007]
  const steps = 10_000
  let area = 0
  for (let step = 0; step < steps; step++) {
    const stages = ((step + 0.5) / steps) * first * (2 / mean)
    area += Math.exp(-stages) * (1 + stages) * (first / steps)
  }
  expect(waitWithin(first, mean)).toBeCloseTo(area, 9)
})

test('nobody loses more than the wait or more than its beginning, and longer waits leave more', () => {
  const seconds = fc.double({ min: 1e-6, max: 10, noNaN: true })
  fc.assert(
    fc.property(seconds, seconds, fc.double({ min: 1.01, max: 9, noNaN: true }), (b, d, times) => {
      const within = waitWithin(b, d)
      expect(within).toBeLessThanOrEqual(Math.min(b, d) * (1 + 1e-9))
      expect(d * times - waitWithin(b, d * times)).toBeGreaterThanOrEqual(
        (d - within) * (1 - 1e-9) - 1e-15,
      )
    }),
  )
})

test('without a wait or a beginning nothing is lost', () => {
  expect(waitWithin(0.02, 0)).toBe(0)
  expect(waitWithin(0.02, -1e-9)).toBe(0)
  expect(waitWithin(0, 0.01)).toBeCloseTo(0, 15)
})
