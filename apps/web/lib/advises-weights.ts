import type { AnalysisResult } from '@steelyard/contract'

/** Whether an analysis advises other weights than those in force. */
export function advisesWeights({
  recommendation,
}: Pick<AnalysisResult, 'recommendation'>): boolean {
  return recommendation?.advice === 'change'
}
