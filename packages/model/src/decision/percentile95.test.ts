import { expect, test } from 'vitest'
import { percentile95 } from './percentile95.ts'

test('lies at rank 1 + 0.95 (n - 1), whatever the order of the values', () => {
  const upTo21 = Array.from({ length: 21 }, (_, index) => 21 - index)
  expect(percentile95(upTo21)).toBeCloseTo(20, 12)
})

test('is linear between two ranks', () => {
  // rank 1 + 0.95 x 1 = 1.95
  expect(percentile95([10, 20])).toBeCloseTo(19.5, 12)
})

test('is null for no values and the value itself for one', () => {
  expect(percentile95([])).toBeNull()
  expect(percentile95([7])).toBe(7)
})
