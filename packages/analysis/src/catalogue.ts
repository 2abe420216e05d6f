import {
  ESTIMATOR_IDS,
  ESTIMATORS,
  type EstimatorCard,
  type FormulaId,
  type EstimatorId as ModelEstimatorId,
  type Trust,
} from '@steelyard/model'

/** The model's estimators and the twin. */
export type EstimatorId = ModelEstimatorId | 'twin'
/** The estimators that predict response times under other weights. */
export type Forecaster = FormulaId | 'twin'

/** What the product says of an estimator wherever it appears. */
export type CatalogueEntry = EstimatorCard<EstimatorId>

/** The twin as an estimator. It simulates, so it answers as a job. */
const TWIN: EstimatorCard<'twin'> & { forecast: Trust } = {
  id: 'twin',
  label: 'Simulation',
  title: 'the simulation',
  note: 'It plays the host’s scheduler and the recorded requests several times, and is the only one that predicts percentiles.',
  source: 'Discrete-event simulation of the host’s scheduler',
  standing: 'ours',
  blindTo: [],
  forecast: { isProven: true, lastingSpread: 0.08 },
  isFitted: false,
}

const CARDS = { ...ESTIMATORS, twin: TWIN }

const IDS: readonly EstimatorId[] = [...ESTIMATOR_IDS, 'twin']

/** What the product says of each estimator: first those that forecast, most trusted first. */
export const CATALOGUE: readonly CatalogueEntry[] = IDS.map((id) => CARDS[id]).toSorted(
  (a, b) => lastingSpreadOf(a) - lastingSpreadOf(b),
)

/** In the order in which tables list them. */
export const FORECASTERS: readonly Forecaster[] = IDS.filter(isForecaster)

export function cardOf(id: EstimatorId): CatalogueEntry {
  return CARDS[id]
}

export function trustIn(id: Forecaster): Trust {
  return CARDS[id].forecast
}

/** Undefined when there is no such estimator. */
export function findEstimator(id: string): EstimatorId | undefined {
  return IDS.find((each) => each === id)
}

/** Undefined when there is no such estimator, or when it cannot forecast. */
export function findForecaster(id: string): Forecaster | undefined {
  return FORECASTERS.find((each) => each === id)
}

export function isForecaster(id: EstimatorId): id is Forecaster {
  return typeof CARDS[id].forecast === 'object'
}

/** Whether its predictions for other weights have held on recordings. */
export function isProven(id: EstimatorId): boolean {
  const { forecast } = CARDS[id]
  return typeof forecast === 'object' && forecast.isProven
}

/** The largest number for an estimator that cannot forecast. */
function lastingSpreadOf({ forecast }: EstimatorCard): number {
  return typeof forecast === 'object' ? forecast.lastingSpread : Number.MAX_VALUE
}
