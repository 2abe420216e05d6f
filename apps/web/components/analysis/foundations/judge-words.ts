import { type AnalysisOptions, EstimatorId } from '@steelyard/contract'
import { styleOf } from '../../charts/series-style.ts'

export type Judge = AnalysisOptions['estimator']

/**
 * What a verdict can rest on. Measured waits are not listed: they say nothing about other weights.
 */
export const judges: readonly Judge[] = [
  'best',
  ...EstimatorId.options.filter((each) => each !== 'measured-wait' && each !== 'sandpiper'),
]

export function judgeWords(judge: Judge): string {
  return judge === 'best' ? 'The closest on the recording' : styleOf(judge).label
}
