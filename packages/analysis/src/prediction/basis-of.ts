import type { FormulaId, Weights } from '@steelyard/model'
import { type Forecaster, isForecaster, isProven } from '../catalogue.ts'
import type { Survey } from '../survey-recording.ts'
import type { ModelTimes } from './prediction.ts'
import type { PredictorBasis } from './predictor-basis.ts'
import { anchorsOf, type MeasuredByDomain, type Predictor, type Predictors } from './predictors.ts'
import type { Ranking } from './rank-estimators.ts'

/** Collects what the predictions of an analysis rest on, once its predictor is chosen. */
export async function basisOf(
  { weights, targets }: Pick<Survey, 'weights' | 'targets'>,
  {
    ranking,
    predictors,
    measured,
    anchored,
    hostUtilisation,
    outcomes,
  }: {
    ranking: Ranking
    predictors: Predictors
    measured: MeasuredByDomain
    anchored: boolean
    hostUtilisation: number | null
    outcomes: readonly number[]
  },
): Promise<PredictorBasis> {
  const { statistic, worst } = targets
  const by = ranking.used
  const predictor = predictors[by]!
  const now = await predictor.modelTimes(weights, statistic)
  const quick = quickOf(ranking, predictors)
  return {
    by,
    quick,
    statistic,
    worst,
    anchors: anchored ? await anchorsOf(predictor, weights, measured, statistic) : {},
    errors: [...now].flatMap(([domain, time]) => {
      const seconds = measured.get(domain)?.[statistic]
      return seconds && time ? [Math.log(seconds / time.seconds)] : []
    }),
    outcomes,
    hostUtilisation,
    chance: await chanceIn(predictors[quick]!, weights),
    now: Object.fromEntries(now),
    advised: null,
  }
}

/** A factor of four either way at 90 %. */
export const MOST_CHANCE = 0.85

/**
 * The relative scatter of the means as a spread of the logarithm: for a log-normal value the variance
 * of ln is ln(1 + c²). On a full host it has no bound, so there we set one.
 */
async function chanceIn(formula: Predictor, weights: Weights): Promise<Record<string, number>> {
  const answer = await formula.predict(weights)
  return Object.fromEntries(
    [...answer].map(([domain, { mean }]) => {
      const spread = Math.sqrt(Math.log1p(formula.chance(domain) ** 2))
      return [domain, mean === null ? MOST_CHANCE : Math.min(MOST_CHANCE, spread)]
    }),
  )
}

/** The formula with the smallest error of those that answer; the published one always does. */
function quickOf({ used, estimators }: Ranking, predictors: Predictors): FormulaId {
  const isUsable = (id: string): id is FormulaId =>
    id !== 'twin' && predictors[id as Forecaster] !== undefined
  if (isUsable(used)) return used
  const proven = estimators
    .map(({ estimator }) => estimator)
    .filter(isForecaster)
    .filter(isProven)
  return proven.find(isUsable) ?? 'delay-aware'
}

/** The basis with the predictor's times under the weights that the analysis advises. */
export function withAdvised(
  basis: PredictorBasis,
  weights: Weights,
  times: ModelTimes,
): PredictorBasis {
  return { ...basis, advised: { weights, times: Object.fromEntries(times) } }
}
