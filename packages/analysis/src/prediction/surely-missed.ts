import type { DomainTarget } from '../settings.ts'
import type { ModelTimes } from './prediction.ts'
import { type PredictorBasis, predictionOf } from './predictor-basis.ts'

/**
 * The domains whose target even the low end of the prediction misses. A domain without a finite
 * time is none of them: the model fails there, and what it cannot say proves nothing.
 * @param times the model's at the weights in question, in the statistic of the targets
 */
export function surelyMissed(
  basis: PredictorBasis,
  times: ModelTimes,
  targets: readonly DomainTarget[],
): string[] {
  return targets.flatMap(({ domain, responseTimeSeconds: target }) => {
    const predicted = predictionOf(basis, domain, times.get(domain), 'forecast')
    return target !== null && predicted && predicted.lowSeconds > target ? [domain] : []
  })
}

/** Whether every target is kept even at the high end of its prediction, and all were predicted. */
export function surelyKept(
  basis: PredictorBasis,
  times: ModelTimes,
  targets: readonly DomainTarget[],
): boolean {
  return targets.every(({ domain, responseTimeSeconds: target }) => {
    if (target === null) return true
    const predicted = predictionOf(basis, domain, times.get(domain), 'forecast')
    return predicted !== null && predicted.highSeconds <= target
  })
}
