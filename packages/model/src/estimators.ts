import { delayAware } from './delay-aware.ts'
import { delayAwareCalibrated } from './delay-aware-calibrated.ts'
import type { Estimator, EstimatorId } from './estimate.ts'
import { measuredWait } from './measured-wait.ts'
import { sandpiper } from './sandpiper.ts'
import { sdps } from './sdps.ts'

export const estimators: Record<EstimatorId, Estimator> = {
  'delay-aware': delayAware,
  'delay-aware-calibrated': delayAwareCalibrated,
  sdps,
  sandpiper,
  'measured-wait': measuredWait,
}
