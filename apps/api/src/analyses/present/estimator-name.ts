import type { EstimatorId } from '@steelyard/analysis'
import { estimators } from '@steelyard/model'

/** The name of an estimator within a sentence. */
export function estimatorName(id: EstimatorId): string {
  return id === 'twin' ? 'the twin' : estimators[id].title
}
