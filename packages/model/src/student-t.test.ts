import { expect, test } from 'vitest'
import { studentT95 } from './student-t.ts'

// Tabulated quantiles of Student's t.
test.each([
  [1, 12.7062],
  [2, 4.3027],
  [3, 3.1824],
  [4, 2.7764],
  [7, 2.3646],
  [10, 2.2281],
  [30, 2.0423],
  [1000, 1.9623],
])('%f degrees of freedom: %f', (degrees, t) => {
  expect(Math.abs(studentT95(degrees) / t - 1)).toBeLessThan(3e-4)
})

test('between whole degrees it lies between their quantiles', () => {
  for (let degrees = 1; degrees < 12; degrees++) {
    const between = studentT95(degrees + 0.5)
    expect(between).toBeLessThan(studentT95(degrees))
    expect(between).toBeGreaterThan(studentT95(degrees + 1))
  }
})
