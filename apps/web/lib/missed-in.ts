import type { AnalysisSummary } from '@steelyard/contract'

/** The newest of a host's recordings in which a target is missed. */
export function missedIn(recordings: readonly AnalysisSummary[]): AnalysisSummary | undefined {
  return recordings.find(({ verdict }) => verdict === 'misses')
}
