import type { EstimatorError, EstimatorId, Ranking } from '@steelyard/contract'
import { type Forecaster, forecasters, type Predictors } from '../recommendation/predictors.ts'
import { estimatorName } from './estimator-name.ts'

/** Those whose answers to other weights hold on recordings, see docs/ACCURACY.md. */
const proven: readonly Forecaster[] = ['twin', 'sdps']
/** Where nothing was measured, or none of those can answer: what sees the load before what does not. */
const byTrust: readonly Forecaster[] = ['twin', 'sdps', 'delay-aware-calibrated', 'delay-aware']

const silence: Partial<Record<EstimatorId, string>> = {
  sandpiper: 'It does not see weights, so it cannot tell what others would do.',
  'measured-wait': 'It diagnoses the recorded windows and cannot tell what would be.',
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
export function rankEstimators({
  errors,
  compared,
  usable,
  asked,
}: RankInput): Ranking & { used: Forecaster } {
  const all = errors
    .map(({ estimator, windows, medianApe, mape, biasMs }) => ({
      estimator,
      windows,
      medianApe,
      mape,
      biasMs,
      forecasts: forecasters.some((id) => id === estimator),
      note: noteOf(estimator, windows, compared),
    }))
    .sort(byError)
  const answered = ({ windows }: { windows: number }) => windows > 0 && windows >= compared / 2
  const isProven = (id: EstimatorId) => proven.some((each) => each === id)
  const best = all.find((each) => isProven(each.estimator) && answered(each)) ?? null
  const candidates = forecasters.filter((id) => usable[id] !== undefined)
  const chosen = candidates.find((id) => id === asked)
  const closest = all.find(
    ({ estimator, ...each }) =>
      isProven(estimator) && answered(each) && candidates.some((id) => id === estimator),
  )
  const fallback = byTrust.find((id) => candidates.includes(id)) ?? 'delay-aware'
  const used = chosen ?? candidates.find((id) => id === closest?.estimator) ?? fallback
  const reasons = [
    ...(asked !== 'best' && !chosen ? [whyNot(asked)] : []),
    ...(best && best !== closest && !chosen ? [noSteadyState(best.estimator)] : []),
    chosen
      ? `Chosen by you.${best && best.estimator !== chosen ? ` Closest on this recording: ${told(best)}.` : ''}`
      : closest
        ? `Closest on this recording of those whose answers to other weights have held: ${told(closest)}.`
        : 'Nothing was measured that estimates could be compared with.',
  ]
  return { used, best: best?.estimator ?? null, reason: reasons.join(' '), estimators: all }
}

/** Those without an error last. */
function byError(a: { medianApe: number | null }, b: { medianApe: number | null }): number {
  if (a.medianApe === null || b.medianApe === null) {
    return Number(a.medianApe === null) - Number(b.medianApe === null)
  }
  return a.medianApe - b.medianApe
}

function noteOf(estimator: EstimatorId, windows: number, possible: number): string | null {
  const notes = [
    ...(silence[estimator] ? [silence[estimator]] : []),
    ...(estimator === 'delay-aware-calibrated'
      ? ['Scored on windows that its coefficients were not fitted to.']
      : []),
    ...(windows < possible / 2
      ? [`It answered ${windows} of ${possible}: too few to be the best.`]
      : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function whyNot(asked: EstimatorId): string {
  return silence[asked]
    ? `You asked for ${estimatorName(asked)}. ${silence[asked]}`
    : `You asked for ${estimatorName(asked)}, which has no finite answer for every domain of the range.`
}

function noSteadyState(best: EstimatorId): string {
  return `Closest was ${estimatorName(best)}, which has no finite answer for every domain of the range.`
}

function told(each: Ranking['estimators'][number]): string {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  const { estimator, medianApe, mape, windows } = each
  return `${estimatorName(estimator)}, half of ${windows} estimates within ${percent(medianApe!)}, ${percent(mape!)} off on average`
}
