import {
  cardOf,
  type EstimatorId,
  type RankedEstimator,
  type RankingReason,
} from '@steelyard/analysis'
import { formatWholePercent } from '@steelyard/contract/format'
import { estimatorName } from '../estimator-name.ts'

/** Why an estimator cannot forecast; empty if it can. */
function whyNoForecast(estimator: EstimatorId): string[] {
  const { forecast } = cardOf(estimator)
  if (forecast === 'sees-no-weights') {
    return ['It does not take weights into account, so it cannot predict the effect of others.']
  }
  if (forecast === 'diagnosis-only') {
    return ['It diagnoses the recorded windows and cannot predict others.']
  }
  return []
}

export function noteOf(
  { estimator, windows, tooFew }: RankedEstimator,
  compared: number,
): string | null {
  const notes = [
    ...whyNoForecast(estimator),
    ...(cardOf(estimator).isFitted
      ? ['Scored on windows that its coefficients were not fitted to.']
      : []),
    ...(tooFew ? [`It answered ${windows} of ${compared}: too few to rank as the best.`] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

export function reasonWords(reason: RankingReason): string {
  switch (reason.code) {
    case 'asked-cannot-forecast':
      return [
        `You asked for ${estimatorName(reason.estimator)}.`,
        ...whyNoForecast(reason.estimator),
      ].join(' ')
    case 'asked-has-no-answer':
      return `You asked for ${estimatorName(reason.estimator)}, which has no finite answer for every guest of the range.`
    case 'closest-has-no-answer':
      return `Closest was ${estimatorName(reason.estimator)}, which has no finite answer for every guest of the range.`
    case 'chosen':
      return `Chosen by you.${reason.closest ? ` Closest on this recording: ${figuresOf(reason.closest)}.` : ''}`
    case 'closest':
      return `Closest on this recording among those that have proven themselves for other weights: ${figuresOf(reason.closest)}.`
    case 'only-with-percentiles':
      return `Targets are percentiles, and only ${estimatorName('twin')} predicts those.${reason.error?.medianApe === null || !reason.error ? '' : ` Its window means have a median error of ${formatWholePercent(reason.error.medianApe)}.`}`
    case 'nothing-measured':
      return 'Nothing was measured that estimates could be compared with.'
  }
}

function figuresOf({ estimator, medianApe, mape, windows }: RankedEstimator): string {
  return `${estimatorName(estimator)}, with a median error of ${formatWholePercent(medianApe!)} and a mean error of ${formatWholePercent(mape!)} over ${windows} estimates`
}
