import { type Forecaster, forecasters, type Predictors } from '../recommendation/predictors.ts'
import type { EstimatorId } from '../settings.ts'
import type { EstimatorError } from './score-windows.ts'

/** Estimators whose predictions for other weights hold on recordings, see docs/ACCURACY.md. */
const proven: readonly Forecaster[] = ['twin', 'sdps']
/**
 * The order when nothing was measured, or when no proven estimator has an answer. Estimators that
 * depend on the load come first.
 */
const byTrust: readonly Forecaster[] = ['twin', 'sdps', 'delay-aware-calibrated', 'delay-aware']

/** Why an estimator cannot predict the effect of other weights. */
export type BlindSpot = 'sees-no-weights' | 'diagnosis-only'

const blindSpots: Partial<Record<EstimatorId, BlindSpot>> = {
  sandpiper: 'sees-no-weights',
  'measured-wait': 'diagnosis-only',
}

export interface RankedEstimator {
  estimator: EstimatorId
  /** Number of measured means, of one domain in one window, that it was compared with. */
  windows: number
  medianApe: number | null
  mape: number | null
  biasSeconds: number | null
  /** Whether it can predict the effect of other weights or another load. */
  forecasts: boolean
  blindSpot: BlindSpot | null
  /** It answered fewer than half of the comparable windows, too few to be the best. */
  tooFew: boolean
}

/** A reason for the choice of estimator. */
export type RankingReason =
  | { code: 'asked-cannot-forecast'; estimator: EstimatorId; blindSpot: BlindSpot }
  | { code: 'asked-has-no-answer' | 'closest-has-no-answer'; estimator: EstimatorId }
  /** `closest` is another estimator that was closer. Null when there is none. */
  | { code: 'chosen'; closest: RankedEstimator | null }
  | { code: 'closest'; closest: RankedEstimator }
  | { code: 'nothing-measured' }

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
}

/**
 * Ranks the estimators by their error on this recording, and picks the one behind the verdict and
 * the predictions.
 */
export function rankEstimators({ errors, compared, usable, asked }: RankInput): Ranking {
  const estimators = errors.map((error) => rankedOf(error, compared)).sort(byError)
  const candidates = forecasters.filter((id) => usable[id] !== undefined)
  const eligible = estimators.filter(
    ({ estimator, windows, tooFew }) =>
      proven.some((id) => id === estimator) && windows > 0 && !tooFew,
  )
  const best = eligible[0] ?? null
  const closest = eligible.find(({ estimator }) => candidates.some((id) => id === estimator))
  const chosen = candidates.find((id) => id === asked)
  const fallback = byTrust.find((id) => candidates.includes(id)) ?? 'delay-aware'
  const used = chosen ?? candidates.find((id) => id === closest?.estimator) ?? fallback
  const reasons: RankingReason[] = []
  if (asked !== 'best' && !chosen) reasons.push(whyNot(asked))
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
    forecasts: forecasters.some((id) => id === estimator),
    blindSpot: blindSpots[estimator] ?? null,
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
  const blindSpot = blindSpots[estimator]
  return blindSpot
    ? { code: 'asked-cannot-forecast', estimator, blindSpot }
    : { code: 'asked-has-no-answer', estimator }
}
