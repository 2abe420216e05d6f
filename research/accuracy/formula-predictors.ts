import type { PhaseLoad } from '@steelyard/analysis'
import { estimateLoad, isForecaster } from '@steelyard/analysis'
import {
  availableToGuests,
  ESTIMATOR_IDS,
  ESTIMATORS,
  type EstimatorId,
  relativeScatter,
} from '@steelyard/model'
import type { Answer, Predictor } from './predictor.ts'

/**
 * Every estimator that an analysis lists, used as an analysis with default options uses it for its
 * phases. The estimators' defaults equal those of the options.
 */
export const formulaPredictors: Predictor[] = ESTIMATOR_IDS.map((id) => ({
  id,
  title: ESTIMATORS[id].label,
  standing: `${ESTIMATORS[id].standing}: ${ESTIMATORS[id].source}`,
  predict: async ({ phases }, weights) =>
    phases.map((phase, index) => answersOf(id, phase, weights[index]!)),
}))

function answersOf(
  id: EstimatorId,
  { load, delayAwareFit, span }: PhaseLoad,
  weights: Record<string, number>,
) {
  const estimates = estimateLoad(load, weights, { delayAwareFit }).get(id)
  const answers = new Map<string, Answer>()
  const seconds = span.toEpochSeconds - span.fromEpochSeconds
  const chance = relativeScatter(load, availableToGuests(load), seconds)
  for (const [domain, estimate] of estimates ?? []) {
    const { responseTimeSeconds, loggedTimeSeconds = null, reasons } = estimate
    if (responseTimeSeconds === null) continue
    const isDiagnosis = reasons.some(({ code }) => code === 'recorded-window-only')
    answers.set(domain, {
      mean: responseTimeSeconds,
      // As the product derives it: that of an exponential distribution.
      ...(isForecaster(id) ? { p95: responseTimeSeconds * -Math.log(0.05) } : {}),
      chance,
      ...(loggedTimeSeconds === null ? {} : { loggedMean: loggedTimeSeconds }),
      ...(isDiagnosis ? { isDiagnosis } : {}),
    })
  }
  return answers
}
