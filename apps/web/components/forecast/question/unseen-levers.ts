import {
  type Forecast,
  type ForecastEstimator,
  ForecastEstimator as ForecastEstimators,
  type ForecastLever,
} from '@steelyard/contract'
import { styleOf } from '../../charts/series-style.ts'
import type { HostLever } from './question.ts'

const hostLevers: Partial<Record<ForecastLever, HostLever>> = {
  load: 'loadFactor',
  'domain-0-weight': 'domain0Weight',
  tslice: 'tsliceMs',
  ratelimit: 'ratelimitUs',
}

/** For each host slider that the estimator ignores, a sentence that says so. */
export function unseenBy(
  forecast: Pick<Forecast, 'notSeen'> | undefined,
  estimator: ForecastEstimator,
): ReadonlyMap<HostLever, string> {
  const unseen = forecast?.notSeen.filter((each) => each.estimators.includes(estimator)) ?? []
  return new Map(
    unseen.flatMap(({ lever, estimators }) => {
      const slider = hostLevers[lever]
      const byNone = estimators.length === ForecastEstimators.options.length
      const words = byNone
        ? 'Only the twin takes it into account.'
        : `${styleOf(estimator).label} does not take it into account.`
      return slider ? [[slider, words] as const] : []
    }),
  )
}
