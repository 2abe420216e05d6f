import { ESTIMATOR_IDS, scoreEstimates, type ValidityCode } from '@steelyard/model'
import type { EstimatorId } from '../catalogue.ts'
import { MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import type { EstimatedWindow } from './estimate-windows.ts'

/** The error of one estimator against the measurements. */
export interface EstimatorError {
  estimator: EstimatorId
  /** Null for all domains together. */
  domain: string | null
  windows: number
  /** Mean absolute percentage error, as a fraction. */
  mape: number | null
  medianApe: number | null
  /** Mean of estimate minus measurement. */
  biasSeconds: number | null
  /** Why and in how many of these windows the estimate is not valid. */
  notValid: { windows: number; doubt: DoubtCode }[]
}

/** The codes that make an existing figure invalid; the other codes come without a figure. */
const DOUBTS = [
  'scale-invariant',
  'host-saturated',
  'periodic-arrivals',
  'several-cpus',
] as const satisfies readonly ValidityCode[]
export type DoubtCode = (typeof DOUBTS)[number]

/**
 * Scores each estimator against the measured means: first for all domains together, then for each.
 */
export function scoreWindows(rows: readonly EstimatedWindow[]): EstimatorError[] {
  const counted = rows.filter(isMeasured)
  const domains = [null, ...new Set(rows.map((row) => row.domain))]
  const played = rows.some(({ estimatesSeconds }) => estimatesSeconds.twin !== undefined)
  const ids: readonly EstimatorId[] = played ? [...ESTIMATOR_IDS, 'twin'] : ESTIMATOR_IDS
  return domains.flatMap((domain) =>
    ids.map((estimator) => {
      const own = counted.filter((row) => domain === null || row.domain === domain)
      const score = scoreEstimates(
        own.map(({ measuredSeconds, estimatesSeconds }) => ({
          measuredSeconds,
          estimatedSeconds: estimatesSeconds[estimator] ?? null,
        })),
      )
      return {
        estimator,
        domain,
        windows: score.n,
        mape: score.meanAbsoluteRelativeError,
        medianApe: score.medianAbsoluteRelativeError,
        biasSeconds: score.biasSeconds,
        notValid: notValid(own, estimator),
      }
    }),
  )
}

/** Number of measured means available for comparison. */
export function countMeasured(rows: readonly EstimatedWindow[]): number {
  return rows.filter(isMeasured).length
}

function isMeasured({ measuredSeconds, measuredRequests }: EstimatedWindow): boolean {
  return measuredSeconds !== null && measuredRequests >= MIN_REQUESTS_PER_WINDOW
}

function notValid(
  rows: readonly EstimatedWindow[],
  estimator: EstimatorId,
): EstimatorError['notValid'] {
  if (estimator === 'twin') return []
  const answered = rows.filter(({ estimatesSeconds }) => estimatesSeconds[estimator] !== null)
  return DOUBTS.flatMap((doubt) => {
    const doubted = answered.filter(({ doubts }) => doubts[estimator].includes(doubt))
    return doubted.length === 0 ? [] : [{ windows: doubted.length, doubt }]
  })
}
