import type { AnalysisSummary } from '@steelyard/contract'

/** An analysis that has not ended. */
export function isUnderWay(analysis: Pick<AnalysisSummary, 'state'> | null | undefined): boolean {
  return analysis?.state === 'queued' || analysis?.state === 'running'
}
