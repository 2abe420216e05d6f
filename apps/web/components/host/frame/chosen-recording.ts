import type { AnalysisSummary } from '@steelyard/contract'

/**
 * The recording that a page without a choice shows: the newest with a result, so that one that
 * still runs or has failed does not hide an answer. Without any result, the newest.
 */
export function recordingToShow(recordings: readonly AnalysisSummary[]): string | null {
  const complete = recordings.find(({ state }) => state === 'succeeded')
  return (complete ?? recordings[0])?.id ?? null
}
