import { isForecaster, type Ranking } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { toMs } from '../../milliseconds.ts'

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
    reason: reasons.map(words.analyses.rankingReason).join(' '),
    estimators: estimators.map((ranked) => ({
      estimator: ranked.estimator,
      windows: ranked.windows,
      medianApe: ranked.medianApe,
      mape: ranked.mape,
      biasMs: toMs(ranked.biasSeconds),
      forecasts: isForecaster(ranked.estimator),
      note: words.analyses.rankingNote(ranked, compared),
    })),
  }
}
