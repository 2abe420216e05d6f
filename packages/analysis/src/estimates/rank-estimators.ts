import { type Forecaster, forecasters, type Predictors } from '../recommendation/predictors.ts'
import type { EstimatorId } from '../settings.ts'
import type { EstimatorError } from './score-windows.ts'

/** Those whose answers to other weights hold on recordings, see docs/ACCURACY.md. */
const proven: readonly Forecaster[] = ['twin', 'sdps']
/** Where nothing was measured, or none of those can answer: what sees the load before what does not. */
const byTrust: readonly Forecaster[] = ['twin', 'sdps', 'delay-aware-calibrated', 'delay-aware']

/** Why an estimator cannot tell what other weights would do. */
export type BlindSpot = 'sees-no-weights' | 'diagnosis-only'

const blindSpots: Partial<Record<EstimatorId, BlindSpot>> = {
  sandpiper: 'sees-no-weights',
  'measured-wait': 'diagnosis-only',
}

export interface RankedEstimator {
  estimator: EstimatorId
  /** Measured means of one domain in one window that it was compared with. */
  windows: number
  medianApe: number | null
  mape: number | null
  biasSeconds: number | null
  /** Whether it can tell what other weights or another load would do. */
  forecasts: boolean
  blindSpot: BlindSpot | null
  /** Answered less than half of what it could have been compared with: too few to be the best. */
  tooFew: boolean
}

/** One thing to say of which estimator is used, and why. */
export type RankingReason =
  | { code: 'asked-cannot-forecast'; estimator: EstimatorId; blindSpot: BlindSpot }
  | { code: 'asked-has-no-answer' | 'closest-has-no-answer'; estimator: EstimatorId }
  /** `closest`: another one that was closer. */
  | { code: 'chosen'; closest: RankedEstimator | null }
  | { code: 'closest'; closest: RankedEstimator }
  | { code: 'nothing-measured' }

export interface Ranking {
  /** What the verdict and the predicted times rest on. */
  used: Forecaster
  /** The closest of those that are proven and answered at least half of the windows. */
  best: EstimatorId | null
  reasons: RankingReason[]
  /** How many measured means there were to compare with. */
  compared: number
  /** The closest first. */
  estimators: RankedEstimator[]
}

export interface RankInput {
  /** Of all domains together, on windows that all estimators could answer. */
  errors: readonly EstimatorError[]
  /** How many measured means of a domain in a window there were to compare with. */
  compared: number
  /** Those with a finite time for every domain of the decision range, else nothing can be predicted. */
  usable: Predictors
  asked: 'best' | EstimatorId
}

/** Which estimator was closest on this recording, and which one the verdict and predictions rest on. */
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

/** Those without an error last. */
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
