import { cardOf, type EstimatorId } from '@steelyard/analysis'

/** The name of an estimator within a sentence. */
export function estimatorName(id: EstimatorId): string {
  return cardOf(id).title
}

/** The name of an estimator at the beginning of a sentence. */
export function estimatorTitle(id: EstimatorId): string {
  const name = estimatorName(id)
  return name[0]!.toUpperCase() + name.slice(1)
}
