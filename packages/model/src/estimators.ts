import { delayAware } from './delay-aware.ts'
import type { Estimator, EstimatorId } from './estimate.ts'
import { measuredWait } from './measured-wait.ts'
import { sandpiper } from './sandpiper.ts'

export const estimators: Record<EstimatorId, Estimator> = {
  'delay-aware': delayAware,
  sandpiper,
  'measured-wait': measuredWait,
}
