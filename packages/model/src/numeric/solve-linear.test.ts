import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { solveLinear } from './solve-linear.ts'

const near = (values: readonly number[], digits = 12) =>
  values.map((value) => expect.closeTo(value, digits))

describe('solveLinear', () => {
  test('two equations by hand: 2 x + y = 5 and x + 3 y = 10 meet at (1, 3)', () => {
    expect(
      solveLinear(
        [
          [2, 1],
          [1, 3],
        ],
        [5, 10],
      ),
    ).toEqual(near([1, 3]))
  })

  test('the first column of the inverse of the 3 x 3 Hilbert matrix is 9, -36, 30', () => {
    const hilbert = [0, 1, 2].map((i) => [0, 1, 2].map((j) => 1 / (i + j + 1)))
    expect(solveLinear(hilbert, [1, 0, 0])).toEqual(near([9, -36, 30], 10))
  })

  test('exchanges rows where a pivot is zero, or so small that rounding would decide', () => {
    expect(
      solveLinear(
        [
          [0, 1],
          [1, 0],
        ],
        [2, 3],
      ),
    ).toEqual([3, 2])
    // Without an exchange, 1 - 1e20 swallows the 1 and x becomes 0.
    expect(
      solveLinear(
        [
          [1e-20, 1],
          [1, 1],
        ],
        [1, 2],
      ),
    ).toEqual(near([1, 1]))
  })

  test('takes the largest pivot in absolute value, also when it is negative and last', () => {
    expect(
      solveLinear(
        [
          [1e-20, 0, 1],
          [1, 1, 1],
          [-4, 2, 0],
        ],
        [1, 3, -2],
      ),
    ).toEqual(near([1, 1, 1]))
  })

  test('returns the right side of the identity, and nothing for no equations', () => {
    expect(
      solveLinear(
        [
          [1, 0],
          [0, 1],
        ],
        [-7, 0.5],
      ),
    ).toEqual([-7, 0.5])
    expect(solveLinear([], [])).toEqual([])
  })

  test.each([
    ['a row that is a multiple of another', [1, 2, 2, 4]],
    ['a column of zeros', [0, 1, 0, 2]],
    ['zeros only', [0, 0, 0, 0]],
    ['rows equal up to 1e-13 of the largest entry', [1, 1, 1, 1 + 1e-13]],
    ['a value that is not a number', [Number.NaN, 1, 1, 2]],
  ])('finds a matrix singular: %s', (_, [a, b, c, d]) => {
    expect(
      solveLinear(
        [
          [a!, b!],
          [c!, d!],
        ],
        [1, 1],
      ),
    ).toBeNull()
  })

  test('judges a pivot by the largest entry, so that the unit of the equations does not matter', () => {
    for (const unit of [1e-30, 1, 1e30]) {
      const nearly = [
        [unit, unit],
        [unit, unit * (1 + 1e-9)],
      ]
      expect(solveLinear(nearly, [2 * unit, 2 * unit])).toEqual(near([2, 0], 5))
    }
    // The largest entry counts wherever it stands and whatever its sign: 1e-13 of it is rounding.
    expect(
      solveLinear(
        [
          [1, 0],
          [0, -1e13],
        ],
        [1, 1],
      ),
    ).toBeNull()
  })

  test('finds no matrix singular because of a large right side', () => {
    expect(solveLinear([[2]], [1e20])).toEqual([5e19])
  })

  test('leaves the matrix and the right side as they were', () => {
    const matrix = [
      [0, 2],
      [3, 1],
    ]
    const right = [4, 5]
    solveLinear(matrix, right)
    expect([matrix, right]).toEqual([
      [
        [0, 2],
        [3, 1],
      ],
      [4, 5],
    ])
  })

  test('recovers the x that a right side was made from, whatever the order of the equations', () => {
    const entry = fc.integer({ min: -9, max: 9 })
    const systems = fc.integer({ min: 1, max: 6 }).chain((n) =>
      fc.record({
        rows: fc.array(fc.array(entry, { minLength: n, maxLength: n }), {
          minLength: n,
          maxLength: n,
        }),
        x: fc.array(entry, { minLength: n, maxLength: n }),
        shift: fc.nat(n - 1),
      }),
    )
    fc.assert(
      fc.property(systems, ({ rows, x, shift }) => {
        // A dominant diagonal makes the matrix regular.
        const matrix = rows.map((row, i) => row.map((value, j) => (i === j ? 100 : value)))
        const right = matrix.map((row) => row.reduce((sum, a, j) => sum + a * x[j]!, 0))
        const turned = <T>(list: readonly T[]) => [...list.slice(shift), ...list.slice(0, shift)]
        expect(solveLinear(turned(matrix), turned(right))).toEqual(near(x, 9))
      }),
    )
  })
})
