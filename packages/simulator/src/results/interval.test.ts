import { expect, test } from 'vitest'
import { interval } from './interval.ts'

test('computes the interval of a mean, by hand', () => {
  // Standard deviation 2, five values, t = 2.7764.
  const { mean, halfWidth } = interval([8, 9, 11, 10, 12])
  expect(mean).toBe(10)
  expect(halfWidth).toBeCloseTo((2.7764 * Math.sqrt(2.5)) / Math.sqrt(5), 4)
  expect(interval([3])).toEqual({ mean: 3, halfWidth: null })
})

test('uses the level 1 − 0.05 / k for one of k comparisons', () => {
  const values = [8, 9, 11, 10, 12]
  const alone = interval(values)
  expect(interval(values, 1)).toEqual(alone)
  // t for 4 degrees of freedom at 99 % is 4.6041, at 95 % it is 2.7764.
  expect(interval(values, 5).halfWidth! / alone.halfWidth!).toBeCloseTo(4.6041 / 2.7764, 4)
})
