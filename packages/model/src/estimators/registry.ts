import { delayAware } from './delay-aware/delay-aware.ts'
import { delayAwareCalibrated } from './delay-aware-calibrated/delay-aware-calibrated.ts'
import type { EstimateOptions, Estimator, EstimatorId } from './estimate.ts'
import { measuredWait } from './measured-wait/measured-wait.ts'
import { sandpiper } from './sandpiper/sandpiper.ts'
import { sdps } from './sdps/sdps.ts'

export const estimators: Record<EstimatorId, Estimator> = {
  'delay-aware': onKnownDemand(delayAware),
  'delay-aware-calibrated': onKnownDemand(delayAwareCalibrated),
  sdps: onKnownDemand(sdps),
  sandpiper: onKnownDemand(sandpiper, ({ serviceTimeSource }) => serviceTimeSource === 'cpu'),
  'measured-wait': measuredWait,
}

/**
 * Withholds the estimate where the service demand is unknown, and marks it not valid where the
 * demand is inferred.
 */
function onKnownDemand(
  estimator: Estimator,
  needsDemand: (options: EstimateOptions) => boolean = () => true,
): Estimator {
  return {
    ...estimator,
    estimate(load, weights, options = {}) {
      const estimate = estimator.estimate(load, weights, options)
      const { demand } = load
      if (!demand || !needsDemand(options)) return estimate
      const domains = estimate.domains.map((domain) =>
        demand.code === 'no-cpu-coverage'
          ? { name: domain.name, responseTimeSeconds: null, valid: false, reasons: [demand] }
          : { ...domain, valid: false, reasons: [...domain.reasons, demand] },
      )
      return { ...estimate, domains }
    },
  }
}
