import type { Estimator, Forecast, ForecastLever } from '@steelyard/contract'
import { isFormula } from '../../../lib/use-estimators.ts'
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
  estimator: string,
  estimators: readonly Estimator[],
): ReadonlyMap<HostLever, string> {
  const formulas = estimators.filter(isFormula)
  const label = formulas.find(({ id }) => id === estimator)?.label ?? estimator
  const unseen = forecast?.notSeen.filter((each) => each.estimators.includes(estimator)) ?? []
  return new Map(
    unseen.flatMap(({ lever, estimators: blind }) => {
      const slider = hostLevers[lever]
      const byNone = blind.length === formulas.length
      const words = byNone
        ? 'Only the twin takes it into account.'
        : `${label} does not take it into account.`
      return slider ? [[slider, words] as const] : []
    }),
  )
}
