import { delayAware } from './delay-aware/delay-aware.ts'
import { delayAwareCalibrated } from './delay-aware-calibrated/delay-aware-calibrated.ts'
import type { Estimator, ForecastingEstimator } from './estimator.ts'
import { kingman } from './kingman/kingman.ts'
import { measuredWait } from './measured-wait/measured-wait.ts'
import { onKnownDemand } from './on-known-demand.ts'
import { sandpiper } from './sandpiper/sandpiper.ts'
import { sdps } from './sdps/sdps.ts'

/** All estimators by id, in the order in which tables list them. */
export const ESTIMATORS = {
  'delay-aware': onKnownDemand(delayAware),
  'delay-aware-calibrated': onKnownDemand(delayAwareCalibrated),
  sdps: onKnownDemand(sdps),
  sandpiper: onKnownDemand(sandpiper),
  'measured-wait': onKnownDemand(measuredWait),
  kingman: onKnownDemand(kingman),
} satisfies Readonly<Record<string, Estimator>>

type Registered = typeof ESTIMATORS
export type EstimatorId = keyof Registered
/** The estimators that predict response times under other weights. */
export type FormulaId = {
  [Id in EstimatorId]: Registered[Id] extends ForecastingEstimator ? Id : never
}[EstimatorId]

export const ESTIMATOR_IDS = Object.keys(ESTIMATORS) as readonly EstimatorId[]

/** Most trusted first. */
export const FORMULA_IDS: readonly FormulaId[] = ESTIMATOR_IDS.filter(isFormula).toSorted(
  (a, b) => ESTIMATORS[a].forecast.lastingSpread - ESTIMATORS[b].forecast.lastingSpread,
)

function isFormula(id: EstimatorId): id is FormulaId {
  return typeof ESTIMATORS[id].forecast === 'object'
}
