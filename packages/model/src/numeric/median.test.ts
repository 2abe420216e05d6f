import { expect, test } from 'vitest'
import { median, upperMedian } from './median.ts'

test('an odd number of values has one in the middle', () => {
  const values = [3, 1, 2]
  expect([median(values), upperMedian(values)]).toEqual([2, 2])
  expect(values).toEqual([3, 1, 2])
})

test('an even number has two: their mean, or the upper of them', () => {
  expect([median([4, 1, 2, 10]), upperMedian([4, 1, 2, 10])]).toEqual([3, 4])
})

test('no values have none', () => {
  expect([median([]), upperMedian([])]).toEqual([null, null])
})
