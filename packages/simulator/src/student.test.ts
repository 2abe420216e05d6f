import { expect, test } from 'vitest'
import { interval, studentT95 } from './student.ts'

test('the interval of a mean, by hand', () => {
  // Standard deviation 2, five values, t = 2.776.
  const { mean, halfWidth } = interval([8, 9, 11, 10, 12])
  expect(mean).toBe(10)
  expect(halfWidth).toBeCloseTo((2.776 * Math.sqrt(2.5)) / Math.sqrt(5), 9)
  expect(interval([3])).toEqual({ mean: 3, halfWidth: null })
})

// Tabulated: 40, 60 and 120 degrees of freedom.
test.each([
  [1, 12.706],
  [30, 2.042],
  [31, 2.0395],
  [40, 2.0211],
  [60, 2.0003],
  [120, 1.9799],
])('t for %i degrees of freedom', (degrees, t) => {
  expect(studentT95(degrees)).toBeCloseTo(t, 3)
})
