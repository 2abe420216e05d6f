import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { DomainArrivals } from './arrivals.ts'

/** Long enough for reliable figures when requests are drawn, because none were kept. */
const MOST_SYNTHETIC_SECONDS = 900

/**
 * How long the twin plays: from the start of the kept arrivals to the end of the analysed range.
 */
export function playedSeconds(
  { range: { fromEpochSeconds, toEpochSeconds } }: AnalysisLoad,
  recorded: readonly DomainArrivals[],
): number {
  const starts = recorded.map(({ startEpochSeconds }) => startEpochSeconds)
  if (starts.length > 0) return toEpochSeconds - Math.min(...starts)
  return Math.min(toEpochSeconds - fromEpochSeconds, MOST_SYNTHETIC_SECONDS)
}
