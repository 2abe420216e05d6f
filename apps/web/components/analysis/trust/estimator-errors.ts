import type { AnalysisResult, EstimatorError, Ranking } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'

type Ranked = Ranking['estimators'][number]

/** An estimator's error on one domain, or on all of them. */
export type ErrorRow = Pick<
  Ranked,
  'estimator' | 'windows' | 'medianApe' | 'mape' | 'biasMs' | 'forecasts' | 'note'
> & {
  /** How many of its answers it declares invalid, with the reasons. */
  notValid: string[]
}

/** The domains whose errors are known each by itself. */
export function domainsWithErrors({ errors }: Pick<AnalysisResult, 'errors'>): string[] {
  return [...new Set(errors.flatMap(({ domain }) => domain ?? []))]
}

/**
 * Every estimator with its error, the closest first. Over all domains together the errors are those
 * that the choice of the estimator rests on.
 * @param domain null for all domains together
 */
export function errorRows(
  { errors, ranking }: Pick<AnalysisResult, 'errors' | 'ranking'>,
  domain: string | null,
): ErrorRow[] {
  const scope = new Map(
    errors.filter((each) => each.domain === domain).map((each) => [each.estimator, each]),
  )
  if (domain === null) {
    return ranking.estimators.map((ranked) => ({
      ...ranked,
      notValid: notValidNotes(scope.get(ranked.estimator)),
    }))
  }
  return ranking.estimators
    .flatMap(({ estimator, forecasts, note }) => {
      const error = scope.get(estimator)
      return error ? [{ ...error, forecasts, note, notValid: notValidNotes(error) }] : []
    })
    .toSorted((a, b) => errorOf(a) - errorOf(b))
}

/** An estimator without an answer comes last. */
function errorOf({ medianApe }: Pick<ErrorRow, 'medianApe'>): number {
  return medianApe ?? Number.MAX_VALUE
}

/**
 * Counts the answers that an estimator itself declares invalid: "19 of 63 lie outside what any
 * weighting could give."
 */
function notValidNotes(error: EstimatorError | undefined): string[] {
  if (!error) return []
  return error.notValid.map(
    (doubt) => `${formatCount(doubt.windows)} of ${formatCount(error.windows)} ${doubt.reason}.`,
  )
}
