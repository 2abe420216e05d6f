import { expect, test } from 'vitest'
import { interval, studentT95 } from './student.ts'
import { studentT } from './student-t.ts'

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

// Tabulated, two-sided 99, 99.5 and 99.9 %; and the table of 95 %, which is rounded.
test.each([
  [1, 0.99, 63.657],
  [2, 0.99, 9.925],
  [4, 0.99, 4.604],
  [5, 0.995, 4.773],
  [10, 0.999, 4.587],
  [120, 0.999, 3.373],
  [1, 0.95, 12.706],
  [7, 0.95, studentT95(7)],
  [28, 0.95, studentT95(28)],
])('t for %i degrees of freedom and a confidence of %d', (degrees, confidence, t) => {
  expect(studentT(degrees, confidence)).toBeCloseTo(t, 2)
})

test('one of k compared is taken at 1 − 0.05 / k', () => {
  const values = [8, 9, 11, 10, 12]
  const alone = interval(values)
  expect(interval(values, 1)).toEqual(alone)
  // t for 4 degrees of freedom at 99 % is 4.604, at 95 % 2.776.
  expect(interval(values, 5).halfWidth! / alone.halfWidth!).toBeCloseTo(4.604 / 2.776, 3)
})
