import type { BlindSpot, RankedEstimator, Ranking, RankingReason } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { toMs } from '../../milliseconds.ts'
import { estimatorName } from './estimator-name.ts'

export function presentRanking({
  used,
  best,
  reasons,
  compared,
  estimators,
}: Ranking): contract.Ranking {
  return {
    used,
    best,
    reason: reasons.map(reasonWords).join(' '),
    estimators: estimators.map((ranked) => ({
      estimator: ranked.estimator,
      windows: ranked.windows,
      medianApe: ranked.medianApe,
      mape: ranked.mape,
      biasMs: toMs(ranked.biasSeconds),
      forecasts: ranked.forecasts,
      note: noteOf(ranked, compared),
    })),
  }
}

const blindSpotWords: Record<BlindSpot, string> = {
  'sees-no-weights': 'It does not see weights, so it cannot tell what others would do.',
  'diagnosis-only': 'It diagnoses the recorded windows and cannot tell what would be.',
}

function noteOf(
  { estimator, windows, blindSpot, tooFew }: RankedEstimator,
  compared: number,
): string | null {
  const notes = [
    ...(blindSpot ? [blindSpotWords[blindSpot]] : []),
    ...(estimator === 'delay-aware-calibrated'
      ? ['Scored on windows that its coefficients were not fitted to.']
      : []),
    ...(tooFew ? [`It answered ${windows} of ${compared}: too few to be the best.`] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function reasonWords(reason: RankingReason): string {
  switch (reason.code) {
    case 'asked-cannot-forecast':
      return `You asked for ${estimatorName(reason.estimator)}. ${blindSpotWords[reason.blindSpot]}`
    case 'asked-has-no-answer':
      return `You asked for ${estimatorName(reason.estimator)}, which has no finite answer for every domain of the range.`
    case 'closest-has-no-answer':
      return `Closest was ${estimatorName(reason.estimator)}, which has no finite answer for every domain of the range.`
    case 'chosen':
      return `Chosen by you.${reason.closest ? ` Closest on this recording: ${figuresOf(reason.closest)}.` : ''}`
    case 'closest':
      return `Closest on this recording of those whose answers to other weights have held: ${figuresOf(reason.closest)}.`
    case 'nothing-measured':
      return 'Nothing was measured that estimates could be compared with.'
  }
}

function figuresOf({ estimator, medianApe, mape, windows }: RankedEstimator): string {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  return `${estimatorName(estimator)}, half of ${windows} estimates within ${percent(medianApe!)}, ${percent(mape!)} off on average`
}
