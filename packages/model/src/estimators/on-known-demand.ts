import type { HostLoad } from '../load/host-load.ts'
import type { Weights } from '../load/weights.ts'
import type { EstimateOptions } from './estimate.ts'
import type { Estimator } from './estimator.ts'

/**
 * The estimator, withholding its estimate where it needs the service demand and that is unknown,
 * and marking it as not valid where the demand is inferred.
 */
export function onKnownDemand<E extends Estimator>(estimator: E): E {
  return {
    ...estimator,
    estimate(load: HostLoad, weights: Weights, options: EstimateOptions = {}) {
      const estimate = estimator.estimate(load, weights, options)
      const { demand } = load
      if (!demand || !estimator.needsDemand(options)) return estimate
      const domains = estimate.domains.map((domain) =>
        demand.code === 'no-cpu-coverage'
          ? { name: domain.name, responseTimeSeconds: null, valid: false, reasons: [demand] }
          : { ...domain, valid: false, reasons: [...domain.reasons, demand] },
      )
      return { ...estimate, domains }
    },
  }
}
