import type { EstimatorError } from '@steelyard/contract'
import { formatMs } from '../../../lib/format/durations.ts'
import { formatCount, formatCounted, formatPercent } from '../../../lib/format/numbers.ts'
import { groupBy } from '../../../lib/group-by.ts'

export interface ErrorScope {
  /** null = all domains together. */
  domain: string | null
  errors: EstimatorError[]
  /** Least mean absolute percentage error among the forecasts that answered nearly everywhere. */
  closest: EstimatorError['estimator'] | null
}

/** All domains first, then domain by domain, in the order in which they come. */
export function errorScopes(errors: readonly EstimatorError[]): ErrorScope[] {
  const byDomain = groupBy(errors, (error) => error.domain)
  return [...byDomain]
    .toSorted(([a], [b]) => Number(a !== null) - Number(b !== null))
    .map(([domain, scope]) => ({ domain, errors: scope, closest: closestOf(scope) }))
}

/** Answering only where it is easy is no merit: this much of the windows has to be covered. */
const COVERAGE_TO_COMPARE = 0.9

/** Measured wait tells what happened in the recorded windows, not what other weights would do. */
export function isDiagnosis({ estimator }: EstimatorError): boolean {
  return estimator === 'measured-wait'
}

function closestOf(errors: readonly EstimatorError[]): EstimatorError['estimator'] | null {
  const forecasts = errors.filter((error) => !isDiagnosis(error))
  const most = Math.max(...forecasts.map((error) => error.windows))
  const comparable = forecasts.filter(
    (error) => error.mape !== null && error.windows >= COVERAGE_TO_COMPARE * most,
  )
  const best = comparable.toSorted((a, b) => (a.mape ?? 0) - (b.mape ?? 0))[0]
  return best?.estimator ?? null
}

/** How far off an estimator was, in one honest sentence. */
export function errorSentence(title: string, error: EstimatorError, allWindows: number): string {
  if (error.mape === null || error.windows === 0) {
    return `${title} gave no answer that could be compared with a measurement.`
  }
  const reach =
    error.windows < allWindows
      ? `in the ${formatCounted(error.windows, 'comparable window')} it answered, of ${allWindows}`
      : `over ${formatCounted(error.windows, 'comparable window')}`
  const median =
    error.medianApe === null ? '' : ` (half of them by less than ${formatPercent(error.medianApe)})`
  return `${title} was off by ${formatPercent(error.mape)} on average ${reach}${median}${biasWords(error.biasMs)}.`
}

/** "19 of 63 lie outside what any weighting could give": what the estimator does not stand by. */
export function notValidNotes({ notValid, windows }: EstimatorError): string[] {
  return notValid.map(
    (doubt) => `${formatCount(doubt.windows)} of ${formatCount(windows)} ${doubt.reason}`,
  )
}

function biasWords(biasMs: number | null): string {
  if (biasMs === null) return ''
  if (Math.abs(biasMs) < 0.05) return ', too high as often as too low'
  return `; on balance ${formatMs(Math.abs(biasMs))} too ${biasMs > 0 ? 'high' : 'low'}`
}
