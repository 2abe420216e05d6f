import fc from 'fast-check'
import { expect, test } from 'vitest'
import { studentT } from './student-t.ts'

// Tabulated two-sided quantiles.
test.each([
  [3, 0.95, 3.1824],
  [4, 0.95, 2.7764],
  [4, 0.99, 4.6041],
  [5, 0.995, 4.7733],
  [7, 0.95, 2.3646],
  [10, 0.95, 2.2281],
  [10, 0.999, 4.5869],
  [30, 0.95, 2.0423],
  [120, 0.95, 1.9799],
  [120, 0.999, 3.3735],
  [1000, 0.95, 1.9623],
])('%f degrees of freedom, confidence %d: %f', (degrees, confidence, t) => {
  expect(studentT(degrees, confidence)).toBeCloseTo(t, 4)
})

const confidences = fc.double({ min: 0.5, max: 0.9999, noNaN: true })

test('equals the closed forms for one and two degrees of freedom', () => {
  fc.assert(
    fc.property(confidences, (confidence) => {
      const one = Math.tan((Math.PI / 2) * confidence)
      const two = confidence * Math.sqrt(2 / (1 - confidence ** 2))
      expect(studentT(1, confidence) / one).toBeCloseTo(1, 8)
      expect(studentT(2, confidence) / two).toBeCloseTo(1, 8)
    }),
  )
})

test('decreases with the degrees of freedom, integer or not, and increases with the confidence', () => {
  const degrees = fc.double({ min: 1, max: 200, noNaN: true })
  fc.assert(
    fc.property(degrees, confidences, (n, confidence) => {
      const t = studentT(n, confidence)
      expect(studentT(n * 1.1, confidence)).toBeLessThan(t)
      expect(studentT(n, confidence + (1 - confidence) / 10)).toBeGreaterThan(t)
    }),
  )
})
