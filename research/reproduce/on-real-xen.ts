import type { ReproductionRow } from './reproduction.ts'

/** A row before it is said where its figures are from. */
export type MeasuredRow = Omit<ReproductionRow, 'implementedIn'>

/** Rows whose figures an experiment on a real host measured. */
export function onRealXen(rows: readonly MeasuredRow[], implementedIn: string): ReproductionRow[] {
  return rows.map((row) => ({ ...row, where: `${row.where}, on real Xen`, implementedIn }))
}
