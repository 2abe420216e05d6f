import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linearTicks } from './linear-ticks.ts'

it.each([
  [0, 20, 5, [0, 5, 10, 15, 20]],
  [30, 45.5, 4, [30, 35, 40, 45]],
  [0, 0.45, 5, [0, 0.1, 0.2, 0.3, 0.4]],
  [7, 7, 5, [7]],
])('between %d and %d finds about %d round values', (from, to, wanted, ticks) => {
  expect(linearTicks(from, to, wanted)).toEqual(ticks)
})

it('stays within the span and finds neither too many nor too few', () => {
  const start = fc.double({ min: 0, max: 1e5, noNaN: true })
  const length = fc.double({ min: 0.01, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(start, length, fc.integer({ min: 3, max: 10 }), (from, long, wanted) => {
      const to = from + long
      const ticks = linearTicks(from, to, wanted)
      expect(ticks.length).toBeGreaterThanOrEqual(1)
      expect(ticks.length).toBeLessThanOrEqual(wanted + 1)
      const slack = 1e-6 * (1 + to)
      expect(ticks[0]).toBeGreaterThanOrEqual(from - slack)
      expect(ticks.at(-1)).toBeLessThanOrEqual(to + slack)
    }),
  )
})
