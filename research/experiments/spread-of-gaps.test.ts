import { expect, test } from 'vitest'
import { spreadOfGaps } from './spread-of-gaps.ts'

const interval = { fromEpochSeconds: 100, toEpochSeconds: 110 }
const every = (seconds: number, delays: readonly number[]) =>
  Array.from({ length: 100 }, (_, k) => 100 + k * seconds + delays[k % delays.length]!)

test('even requests have gaps without spread', () => {
  expect(spreadOfGaps(every(0.1, [0]), interval)).toBeCloseTo(0, 6)
})

test('gaps of 90 and 110 ms in turn deviate by 10 ms', () => {
  expect(spreadOfGaps(every(0.1, [0, 0.01]), interval)).toBeCloseTo(10, 0)
})

test('what lies near the ends of the interval or beyond does not count, nor does the order', () => {
  const even = every(0.1, [0])
  const stray = [100.05, 109.96, 300, ...even].reverse()
  expect(spreadOfGaps(stray, interval)).toBeCloseTo(0, 6)
})

test('two requests have no spread', () => {
  expect(spreadOfGaps([104, 105], interval)).toBeNull()
})
