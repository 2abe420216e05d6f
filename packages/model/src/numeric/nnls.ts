import { solveLinear } from './solve-linear.ts'

/**
 * Least squares with coefficients of at least zero: minimises |A x - b| by the active-set method of
 * Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23) on the normal equations.
 * Meant for a few columns of similar scale; columns that are combinations of others get 0.
 */
export function nnls(rows: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = rows[0]?.length ?? 0
  const gram = matrixOf(n, (i, j) => sumOver(rows, (row) => row[i]! * row[j]!))
  const moment = Array.from({ length: n }, (_, i) => sumOver(rows, (row, r) => row[i]! * right[r]!))
  const tolerance = 1e-10 * Math.max(...moment.map(Math.abs), Number.MIN_VALUE)
  let x = new Array<number>(n).fill(0)
  const free = new Set<number>()
  const refused = new Set<number>()
  for (;;) {
    const gradient = moment.map((m, i) => m - gram[i]!.reduce((sum, g, j) => sum + g * x[j]!, 0))
    const next = steepest(gradient, free, refused, tolerance)
    if (next === null) return x
    free.add(next)
    const found = descend(gram, moment, free, x)
    if (found === null || found[next] === 0) {
      // The column is numerically a combination of the others, so it cannot help.
      free.delete(next)
      refused.add(next)
      continue
    }
    x = found
  }
}

function steepest(
  gradient: readonly number[],
  free: ReadonlySet<number>,
  refused: ReadonlySet<number>,
  tolerance: number,
): number | null {
  let best: number | null = null
  for (const [i, value] of gradient.entries()) {
    if (free.has(i) || refused.has(i) || value <= tolerance) continue
    if (best === null || value > gradient[best]!) best = i
  }
  return best
}

/**
 * Moves from x towards the optimum over the free columns, fixing at 0 each coefficient that would
 * become negative.
 */
function descend(
  gram: readonly (readonly number[])[],
  moment: readonly number[],
  free: Set<number>,
  from: readonly number[],
): number[] | null {
  let x = [...from]
  for (;;) {
    const columns = [...free]
    const solved = solveLinear(
      columns.map((i) => columns.map((j) => gram[i]![j]!)),
      columns.map((i) => moment[i]!),
    )
    if (!solved) return null
    const target = x.map(() => 0)
    for (const [k, i] of columns.entries()) target[i] = solved[k]!
    const blocking = columns.filter((i) => target[i]! <= 0)
    if (blocking.length === 0) return target
    const reach = (i: number) => x[i]! / (x[i]! - target[i]! || 1)
    const first = blocking.reduce((a, b) => (reach(b) < reach(a) ? b : a))
    const step = reach(first)
    x = x.map((value, i) => value + step * (target[i]! - value))
    x[first] = 0
    free.delete(first)
  }
}

function matrixOf(n: number, entry: (i: number, j: number) => number): number[][] {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)))
}

function sumOver<Row>(rows: readonly Row[], term: (row: Row, index: number) => number): number {
  return rows.reduce((sum, row, index) => sum + term(row, index), 0)
}
