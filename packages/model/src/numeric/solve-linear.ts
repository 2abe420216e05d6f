/**
 * Solves A x = b by Gaussian elimination with partial pivoting, leaving both arguments unchanged.
 * @returns null where A is singular: a pivot is below 1e-12 of the largest entry
 */
export function solveLinear(
  matrix: readonly ArrayLike<number>[],
  right: readonly number[],
): number[] | null {
  const n = right.length
  const rows = matrix.map((row, index) => {
    const copy = new Float64Array(n + 1)
    for (let column = 0; column < n; column++) copy[column] = row[column]!
    copy[n] = right[index]!
    return copy
  })
  const least = 1e-12 * largestOf(rows, n)
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    }
    const pivotRow = rows[pivot]!
    if (!(Math.abs(pivotRow[column]!) > least)) return null
    rows[pivot] = rows[column]!
    rows[column] = pivotRow
    for (let row = column + 1; row < n; row++) subtract(rows[row]!, pivotRow, column)
  }
  const solution = new Array<number>(n).fill(0)
  for (let at = n - 1; at >= 0; at--) {
    const row = rows[at]!
    let rest = row[n]!
    for (let column = at + 1; column < n; column++) rest -= row[column]! * solution[column]!
    solution[at] = rest / row[at]!
  }
  return solution
}

function largestOf(rows: readonly Float64Array[], n: number): number {
  let largest = 0
  for (const row of rows) {
    for (let column = 0; column < n; column++) largest = Math.max(largest, Math.abs(row[column]!))
  }
  return largest
}

function subtract(row: Float64Array, pivotRow: Float64Array, column: number): void {
  const factor = row[column]! / pivotRow[column]!
  if (factor === 0) return
  for (let at = column; at < row.length; at++) row[at]! -= factor * pivotRow[at]!
}
