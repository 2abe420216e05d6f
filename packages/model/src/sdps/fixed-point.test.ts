import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FixedPoint } from './fixed-point.ts'

const rounds = (f: (x: Float64Array) => Float64Array, start: number[]) => {
  const iteration = new FixedPoint(Float64Array.from(start))
  for (let round = 1; round <= 200; round++) {
    const { at } = iteration
    if (iteration.move(f(at)) < 1e-10) return { round, at }
  }
  return null
}

test('solves a map that is linear in two directions from the slopes of two steps', () => {
  const map = (x: Float64Array) => Float64Array.from([0.9 * x[0]! + 1, -0.5 * x[1]! + 3])
  const { round, at } = rounds(map, [0, 0])!
  expect(at[0]).toBeCloseTo(10, 8)
  expect(at[1]).toBeCloseTo(2, 8)
  expect(round).toBeLessThanOrEqual(5)
})

test('finds the fixed point of any contraction', () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true })
  const matrix = fc.array(fc.array(number, { minLength: 3, maxLength: 3 }), {
    minLength: 3,
    maxLength: 3,
  })
  fc.assert(
    fc.property(matrix, fc.array(number, { minLength: 3, maxLength: 3 }), (rows, shift) => {
      const map = (x: Float64Array) =>
        Float64Array.from(rows, (row, k) => {
          const inner = row.reduce((sum, value, j) => sum + value * x[j]!, 0)
          return 0.3 * Math.tanh(inner) + shift[k]!
        })
      const { at } = rounds(map, [5, -5, 0])!
      for (const [k, value] of map(at).entries()) expect(value).toBeCloseTo(at[k]!, 9)
    }),
  )
})
