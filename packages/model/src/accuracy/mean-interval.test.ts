import { expect, test } from 'vitest'
import { meanInterval } from './mean-interval.ts'

test('t s / sqrt(n) around the mean: 2, 4 and 9 have s^2 = 13 and t = 4.3027', () => {
  const { mean, halfWidth } = meanInterval([2, 4, 9])
  expect(mean).toBe(5)
  expect(halfWidth).toBeCloseTo(4.30265 * Math.sqrt(13 / 3), 4)
})

test('uses the confidence asked for: t = 2.91999 at 90 %', () => {
  expect(meanInterval([2, 4, 9], 0.9).halfWidth).toBeCloseTo(2.91999 * Math.sqrt(13 / 3), 4)
})

test('moves with the values and scales with their unit', () => {
  const [one, other] = [meanInterval([2, 4, 9]), meanInterval([0.012, 0.014, 0.019])]
  expect(other.mean).toBeCloseTo(0.01 + one.mean / 1000, 12)
  expect(other.halfWidth).toBeCloseTo(one.halfWidth! / 1000, 12)
})

test('has no width for a single value, and none of any size for equal ones', () => {
  expect(meanInterval([7])).toEqual({ mean: 7, halfWidth: null })
  expect(meanInterval([7, 7])).toEqual({ mean: 7, halfWidth: 0 })
})
