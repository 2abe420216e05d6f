import { printable } from '@steelyard/contract/format'

/** Lays out rows in columns, the first row being their headings. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => printable(cell)))
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
