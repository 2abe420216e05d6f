import type { EstimatorError } from '@steelyard/contract'
import { formatCount, formatCounted, formatMs, formatPercent } from '@steelyard/contract/format'
import { groupBy } from '../../../lib/group-by.ts'

export interface ErrorScope {
  /** Null stands for all domains together. */
  domain: string | null
  errors: EstimatorError[]
}

/** Lists all domains together first, then each domain in its original order. */
export function errorScopes(errors: readonly EstimatorError[]): ErrorScope[] {
  const byDomain = groupBy(errors, (error) => error.domain)
  return [...byDomain]
    .toSorted(([a], [b]) => Number(a !== null) - Number(b !== null))
    .map(([domain, scope]) => ({ domain, errors: scope }))
}

/** States an estimator's error in one sentence. */
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

/**
 * Counts the answers that an estimator itself declares invalid: "19 of 63 lie outside what any
 * weighting could give".
 */
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
