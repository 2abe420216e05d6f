/**
 * Solves A x = b by Gaussian elimination with partial pivoting. Rows are copied, not changed.
 * null where A is singular: a pivot below 1e-12 of the largest entry.
 */
export function solveLinear(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] | null {
  const n = right.length
  const rows = matrix.map((row, index) => [...row, right[index]!])
  const largest = Math.max(0, ...matrix.flat().map(Math.abs))
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    }
    if (!(Math.abs(rows[pivot]![column]!) > 1e-12 * largest)) return null
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = column + 1; row < n; row++) subtract(rows[row]!, rows[column]!, column)
  }
  const solution = new Array<number>(n).fill(0)
  for (let row = n - 1; row >= 0; row--) {
    let rest = rows[row]![n]!
    for (let column = row + 1; column < n; column++) rest -= rows[row]![column]! * solution[column]!
    solution[row] = rest / rows[row]![row]!
  }
  return solution
}

function subtract(row: number[], pivotRow: readonly number[], column: number): void {
  const factor = row[column]! / pivotRow[column]!
  if (factor === 0) return
  for (let at = column; at < row.length; at++) row[at] = row[at]! - factor * pivotRow[at]!
}
