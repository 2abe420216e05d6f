import { expect, test } from 'vitest'
import { table3 } from '../papers/paper0/intervals.ts'
import { tableLoad } from './paper0/table-load.ts'
import { busiestOf, wallSecondsOf } from './wall-seconds.ts'

const load = tableLoad(table3, { scale: 1, seed: 1 })

test('the busiest phase is the first of those with the most requests', () => {
  expect(busiestOf(load)).toBe(load.phases[4])
})

test('a host that keeps pace takes as long as the load', () => {
  expect(wallSecondsOf(load, 1)).toBe(210)
})

test('busy phases take longer than calm ones', () => {
  // 70, 80, 180, 200 and three times 260 requests per second.
  expect(wallSecondsOf(load, 3)).toBeCloseTo(30 * (7 + (2 * (70 + 80 + 180 + 200)) / 260 + 6), 6)
})
