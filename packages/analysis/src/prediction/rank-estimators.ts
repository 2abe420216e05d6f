import {
  CATALOGUE,
  type EstimatorId,
  FORECASTERS,
  type Forecaster,
  isForecaster,
  isProven,
} from '../catalogue.ts'
import type { EstimatorError } from '../estimates/score-windows.ts'
import type { Predictors } from './predictors.ts'

export interface RankedEstimator {
  estimator: EstimatorId
  /** Number of measured means, of one domain in one window, that it was compared with. */
  windows: number
  medianApe: number | null
  mape: number | null
  biasSeconds: number | null
  /** It answered fewer than half of the comparable windows, too few to be the best. */
  tooFew: boolean
}

/** A reason for the choice of estimator. */
export type RankingReason =
  | {
      code: 'asked-cannot-forecast' | 'asked-has-no-answer' | 'closest-has-no-answer'
      estimator: EstimatorId
    }
  /** `closest` is another estimator that was closer. Null when there is none. */
  | { code: 'chosen'; closest: RankedEstimator | null }
  | { code: 'closest'; closest: RankedEstimator }
  | { code: 'nothing-measured' }
  /** Targets are percentiles, and of the estimators only the twin has them. */
  | { code: 'only-with-percentiles'; error: RankedEstimator | null }

export interface Ranking {
  /** The estimator behind the verdict and the predicted times. */
  used: Forecaster
  /** The closest of the proven estimators that answered at least half of the windows. */
  best: EstimatorId | null
  reasons: RankingReason[]
  /** Number of measured means that were available for comparison. */
  compared: number
  /** Sorted by error, closest first. */
  estimators: RankedEstimator[]
}

export interface RankInput {
  /** Errors over all domains together, on windows that all estimators could answer. */
  errors: readonly EstimatorError[]
  /** Number of measured means, of one domain in one window, available for comparison. */
  compared: number
  /**
   * Predictors with a finite time for every domain of the decision range; the others cannot predict
   * anything here.
   */
  usable: Predictors
  asked: 'best' | EstimatorId
  /** Whether percentiles are to be predicted, which a formula can only derive from its means. */
  ofPercentile: boolean
}

/**
 * Ranks the estimators by their error on this recording, and picks the one behind the verdict and
 * the predictions.
 */
export function rankEstimators(input: RankInput): Ranking {
  const { errors, compared, usable, asked, ofPercentile } = input
  const estimators = errors.map((error) => rankedOf(error, compared)).sort(byError)
  const candidates = FORECASTERS.filter((id) => usable[id] !== undefined)
  const eligible = estimators.filter(
    ({ estimator, windows, tooFew }) => isProven(estimator) && windows > 0 && !tooFew,
  )
  const best = eligible[0] ?? null
  const closest = eligible.find(({ estimator }) => candidates.some((id) => id === estimator))
  const chosen = candidates.find((id) => id === asked)
  // Estimators that depend on the load are trusted most. The published formula always answers.
  const byTrust = CATALOGUE.map(({ id }) => id).filter(isForecaster)
  const fallback = byTrust.find((id) => candidates.includes(id)) ?? 'delay-aware'
  const onlyTwin = ofPercentile && usable.twin && !chosen ? ('twin' as const) : null
  const used = chosen ?? onlyTwin ?? candidates.find((id) => id === closest?.estimator) ?? fallback
  const reasons: RankingReason[] = []
  if (asked !== 'best' && !chosen) reasons.push(whyNot(asked))
  if (onlyTwin) {
    const error = estimators.find(({ estimator }) => estimator === 'twin') ?? null
    reasons.push({ code: 'only-with-percentiles', error })
    return { used, best: best?.estimator ?? null, reasons, compared, estimators }
  }
  if (best && best !== closest && !chosen) {
    reasons.push({ code: 'closest-has-no-answer', estimator: best.estimator })
  }
  if (chosen) {
    reasons.push({ code: 'chosen', closest: best?.estimator === chosen ? null : best })
  } else reasons.push(closest ? { code: 'closest', closest } : { code: 'nothing-measured' })
  return { used, best: best?.estimator ?? null, reasons, compared, estimators }
}

function rankedOf(
  { estimator, windows, medianApe, mape, biasSeconds }: EstimatorError,
  compared: number,
): RankedEstimator {
  return {
    estimator,
    windows,
    medianApe,
    mape,
    biasSeconds,
    tooFew: windows < compared / 2,
  }
}

/** Estimators without an error sort last. */
function byError(a: RankedEstimator, b: RankedEstimator): number {
  if (a.medianApe === null || b.medianApe === null) {
    return Number(a.medianApe === null) - Number(b.medianApe === null)
  }
  return a.medianApe - b.medianApe
}

function whyNot(estimator: EstimatorId): RankingReason {
  return {
    code: isForecaster(estimator) ? 'asked-has-no-answer' : 'asked-cannot-forecast',
    estimator,
  }
}
