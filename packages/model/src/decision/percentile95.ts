import { quantile } from 'simple-statistics'

/**
 * The 95th percentile, what paper 0 calls Peak: linear between the order statistics around rank
 * 1 + 0.95 (n - 1) (Hyndman and Fan 1996, definition 7, the usual default).
 * null without values. Values must be finite.
 */
export function percentile95(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile([...values], 0.95)
}
