import { type Statistic, valueFor, type Weights } from '@steelyard/model'
import { type Forecaster, findForecaster, isProven } from '../catalogue.ts'
import type { DomainTarget } from '../settings.ts'
import type { Prediction } from './prediction.ts'
import { anchorsOf, type MeasuredByDomain, type Predictors } from './predictors.ts'
import type { Ranking } from './rank-estimators.ts'

/** Targets about which the second-best model says the opposite of the predictor. */
export interface Dissent {
  by: Forecaster
  domains: { domain: string; seconds: number; targetSeconds: number; meetsTarget: boolean }[]
}

/** The predictor’s answers under the weights that the analysis ends with. */
export interface PredictorAnswers {
  weights: Weights
  predicted: ReadonlyMap<string, Prediction | null>
}

/** Asks the model that comes second on this recording about the same weights. Null when it agrees. */
export async function dissentOf(
  { weights, predicted }: PredictorAnswers,
  among: {
    ranking: Ranking
    predictors: Predictors
    measured: MeasuredByDomain
    weightsInForce: Weights
    targets: readonly DomainTarget[]
    statistic: Statistic
    anchored: boolean
  },
): Promise<Dissent | null> {
  const { predictors, measured, weightsInForce, targets, statistic, anchored } = among
  const by = secondOf(among.ranking, predictors)
  const second = by && predictors[by]
  if (!by || !second) return null
  const anchors = anchored ? await anchorsOf(second, weightsInForce, measured, statistic) : {}
  const times = await second.modelTimes(weights, statistic)
  const domains = targets.flatMap(({ domain, responseTimeSeconds: targetSeconds }) => {
    const own = predicted.get(domain)
    const time = times.get(domain)
    if (targetSeconds === null || !own || !time) return []
    const seconds = time.seconds * (valueFor(anchors, domain) ?? 1)
    const meetsTarget = seconds <= targetSeconds
    return meetsTarget === own.seconds <= targetSeconds
      ? []
      : [{ domain, seconds, targetSeconds, meetsTarget }]
  })
  return domains.length === 0 ? null : { by, domains }
}

/** The next of the models whose forecasts have held on recordings. */
function secondOf({ used, estimators }: Ranking, predictors: Predictors): Forecaster | null {
  const others = estimators.flatMap(({ estimator }) => findForecaster(estimator) ?? [])
  return others.find((id) => id !== used && predictors[id] && isProven(id)) ?? null
}
