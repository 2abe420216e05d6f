import type { Predictor } from '@steelyard/contract'
import { type ChartRow, valueIn } from '../../charts/chart-rows.ts'

/** The estimator drawn as Steelyard: the predictor or, where it has no windows, its formula. */
export function steelyardLine(
  rows: readonly ChartRow[],
  { estimator, quick }: Pick<Predictor, 'estimator' | 'quick'>,
): string {
  return rows.some((row) => valueIn(row, estimator) !== null) ? estimator : quick
}
