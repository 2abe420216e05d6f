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

test('begins with a plain step, over-relaxed by 1.3, and says how far it was off', () => {
  const iteration = new FixedPoint(Float64Array.from([1, 2]))
  expect(iteration.move(Float64Array.from([3, 1]))).toBe(2)
  expect([...iteration.at]).toEqual([expect.closeTo(1 + 1.3 * 2, 12), expect.closeTo(2 - 1.3, 12)])
})

test('the second step is that of the secant in one dimension: exact for a line', () => {
  const line = (x: number) => 0.9 * x + 1
  const iteration = new FixedPoint(Float64Array.from([0]))
  iteration.move(Float64Array.from([line(0)]))
  iteration.move(Float64Array.from([line(iteration.at[0]!)]))
  expect(iteration.at[0]).toBeCloseTo(10, 9)
})

test('a step is at most ten times as long as the residual', () => {
  // 0.99 x + 1 has its fixed point at 100, a hundred residuals away.
  const iteration = new FixedPoint(Float64Array.from([0]))
  iteration.move(Float64Array.from([1]))
  const from = iteration.at[0]!
  const off = iteration.move(Float64Array.from([0.99 * from + 1]))
  expect(iteration.at[0]! - from).toBeCloseTo(10 * off, 9)
})

test('starts anew with a plain step where the residual grew to more than twice the least', () => {
  const iteration = new FixedPoint(Float64Array.from([0]))
  iteration.move(Float64Array.from([1]))
  const at = iteration.at[0]!
  iteration.move(Float64Array.from([at + 2.1]))
  expect(iteration.at[0]).toBeCloseTo(at + 1.3 * 2.1, 9)
})

test('at the fixed point stays there', () => {
  const iteration = new FixedPoint(Float64Array.from([4, 5]))
  for (let round = 0; round < 4; round++) expect(iteration.move(Float64Array.from([4, 5]))).toBe(0)
  expect([...iteration.at]).toEqual([4, 5])
})
