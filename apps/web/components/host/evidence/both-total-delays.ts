import type { AnalysisResult } from '@steelyard/contract'

/**
 * Whether an analysis has two answers to “least total delay”: that of eq (7) by itself, and that of
 * the objective, which also keeps targets and bounds. Each then leads to the other.
 */
export function bothTotalDelays({
  asPrinted,
  objectives,
}: Pick<AnalysisResult, 'asPrinted' | 'objectives'>): boolean {
  return (
    Boolean(asPrinted?.totalDelay) &&
    (objectives ?? []).some(({ objective }) => objective === 'total-delay')
  )
}
