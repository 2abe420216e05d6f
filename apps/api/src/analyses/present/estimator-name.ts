import type { EstimatorId } from '@steelyard/analysis'
import { estimators } from '@steelyard/model'

/** What it is called within a sentence. */
export function estimatorName(id: EstimatorId): string {
  return id === 'twin' ? 'the twin' : estimators[id].title
}
