import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nnls } from './nnls.ts'
import { solveLinear } from './solve-linear.ts'

/**
 * Solves every set of columns without the bound and keeps the best feasible one: exact but slow.
 */
function byEveryActiveSet(rows: readonly number[][], right: readonly number[]): number {
  const n = rows[0]!.length
  let least = squares(rows, right, new Array(n).fill(0))
  for (let set = 1; set < 2 ** n; set++) {
    const columns = [...Array(n).keys()].filter((i) => (set >> i) & 1)
    const solved = solveLinear(
      columns.map((i) => columns.map((j) => rows.reduce((s, row) => s + row[i]! * row[j]!, 0))),
      columns.map((i) => rows.reduce((s, row, r) => s + row[i]! * right[r]!, 0)),
    )
    if (!solved || solved.some((value) => value < 0)) continue
    const x = new Array<number>(n).fill(0)
    for (const [k, i] of columns.entries()) x[i] = solved[k]!
    least = Math.min(least, squares(rows, right, x))
  }
  return least
}

function squares(rows: readonly number[][], right: readonly number[], x: readonly number[]) {
  return rows.reduce(
    (sum, row, r) => sum + (row.reduce((s, a, i) => s + a * x[i]!, 0) - right[r]!) ** 2,
    0,
  )
}

const entry = fc.integer({ min: -20, max: 20 })
const problems = fc.integer({ min: 1, max: 4 }).chain((n) =>
  fc.array(fc.record({ row: fc.array(entry, { minLength: n, maxLength: n }), right: entry }), {
    minLength: 1,
    maxLength: 12,
  }),
)

test('returns non-negative coefficients as good as the best of all active sets', () => {
  fc.assert(
    fc.property(problems, (drawn) => {
      const rows = drawn.map(({ row }) => row)
      const right = drawn.map((each) => each.right)
      const x = nnls(rows, right)
      for (const value of x) expect(value).toBeGreaterThanOrEqual(0)
      const best = byEveryActiveSet(rows, right)
      expect(squares(rows, right, x)).toBeLessThanOrEqual(best + 1e-6 * (1 + best))
    }),
    { numRuns: 400 },
  )
})

test('recovers the coefficients that generated the data, and zero for the unused one', () => {
  const rows = [
    [1, 2, 1],
    [2, 1, 0],
    [3, 5, 7],
    [1, 0, 2],
  ]
  expect(
    nnls(
      rows,
      rows.map(([a, b]) => 2 * a! + 0.5 * b!),
    ),
  ).toEqual([expect.closeTo(2, 9), expect.closeTo(0.5, 9), expect.closeTo(0, 9)])
  expect(nnls([[1], [1]], [-1, -2])).toEqual([0])
})
