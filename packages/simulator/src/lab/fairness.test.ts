import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jainFairness } from './fairness.ts'

test.each([
  [[1, 1, 1], 1],
  [[1, 0, 0, 0], 0.25],
  [[1, 2], 0.9],
  [[], 1],
  [[0, 0], 1],
])("Jain's index of %j is %d", (values, index) => {
  expect(jainFairness(values)).toBeCloseTo(index, 12)
})

test('lies between 1/n and 1 and does not depend on the unit', () => {
  const values = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(values, fc.double({ min: 0.1, max: 10, noNaN: true }), (list, unit) => {
      const index = jainFairness(list)
      expect(index).toBeGreaterThanOrEqual(1 / list.length - 1e-12)
      expect(index).toBeLessThanOrEqual(1 + 1e-12)
      expect(jainFairness(list.map((value) => value * unit))).toBeCloseTo(index, 9)
    }),
    { seed: 1 },
  )
})
