import { expect, test } from 'vitest'
import { playedIntervals } from './intervals.ts'

test('intervals follow each other from the start of the load', () => {
  expect(playedIntervals(100.5, [30, 60])).toEqual([
    { fromEpochSeconds: 100.5, toEpochSeconds: 130.5 },
    { fromEpochSeconds: 130.5, toEpochSeconds: 190.5 },
  ])
  expect(playedIntervals(100, [])).toEqual([])
})
