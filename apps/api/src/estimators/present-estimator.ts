import { type CatalogueEntry, isForecaster } from '@steelyard/analysis'
import type { Estimator } from '@steelyard/contract'

export function presentEstimator({
  id,
  label,
  note,
  source,
  standing,
  blindTo,
}: CatalogueEntry): Estimator {
  return {
    id,
    label,
    note,
    source,
    standing,
    kind: id === 'twin' ? 'simulation' : 'formula',
    forecasts: isForecaster(id),
    blindTo: [...blindTo],
  }
}
