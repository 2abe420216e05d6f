import type { Estimator } from '@steelyard/contract'
import { modelName } from '../../../lib/model-names.ts'

/** What a verdict can rest on: the best estimator, or the id of one that can forecast. */
export function judgesOf(estimators: readonly Estimator[]): string[] {
  return ['best', ...estimators.filter(({ forecasts }) => forecasts).map(({ id }) => id)]
}

export function judgeWords(judge: string, estimators: readonly Estimator[]): string {
  if (judge === 'best') return 'The closest on the recording'
  return modelName(judge, estimators)
}
