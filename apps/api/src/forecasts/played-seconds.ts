import type { AnalysisLoad, DomainArrivals } from '@steelyard/analysis'

/** Where no requests were kept: of drawn ones as many as give figures, and no more. */
const MOST_SYNTHETIC_SECONDS = 900

/** How long the twin plays: from the first kept request's stretch to the end of the analysed range. */
export function playedSeconds(
  { range: { fromEpochSeconds, toEpochSeconds } }: AnalysisLoad,
  recorded: readonly DomainArrivals[],
): number {
  const starts = recorded.map(({ startEpochSeconds }) => startEpochSeconds)
  if (starts.length > 0) return toEpochSeconds - Math.min(...starts)
  return Math.min(toEpochSeconds - fromEpochSeconds, MOST_SYNTHETIC_SECONDS)
}
