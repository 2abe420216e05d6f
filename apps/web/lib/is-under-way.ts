import type { AnalysisSummary } from '@steelyard/contract'

/** Whether an analysis has not ended yet. */
export function isUnderWay(analysis: Pick<AnalysisSummary, 'state'> | null | undefined): boolean {
  return analysis?.state === 'queued' || analysis?.state === 'running'
}
