import type { EstimatorError, EstimatorId } from '@steelyard/contract'
import { scoreEstimates, type ValidityCode } from '@steelyard/model'
import { MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { toMs } from '../recorded/response-time.ts'
import { estimatorIds } from './estimate-load.ts'
import type { EstimatedWindow } from './estimate-windows.ts'

/** How far each estimator was from the measured means: for all domains together, then for each. */
export function scoreWindows(rows: readonly EstimatedWindow[]): EstimatorError[] {
  const counted = rows.filter(isMeasured)
  const domains = [null, ...new Set(rows.map((row) => row.domain))]
  const played = rows.some(({ values }) => values.estimatesMs.twin !== undefined)
  const ids: readonly EstimatorId[] = played ? [...estimatorIds, 'twin'] : estimatorIds
  return domains.flatMap((domain) =>
    ids.map((estimator) => {
      const own = counted.filter((row) => domain === null || row.domain === domain)
      const score = scoreEstimates(
        own.map(({ values }) => ({
          measuredSeconds: toSeconds(values.measuredMs),
          estimatedSeconds: toSeconds(values.estimatesMs[estimator] ?? null),
        })),
      )
      return {
        estimator,
        domain,
        windows: score.n,
        mape: score.meanAbsoluteRelativeError,
        medianApe: score.medianAbsoluteRelativeError,
        biasMs: toMs(score.biasSeconds),
        notValid: notValid(own, estimator),
      }
    }),
  )
}

/** How many measured means there are to compare with. */
export function countMeasured(rows: readonly EstimatedWindow[]): number {
  return rows.filter(isMeasured).length
}

function isMeasured({ values }: EstimatedWindow): boolean {
  return values.measuredMs !== null && values.measuredRequests >= MIN_REQUESTS_PER_WINDOW
}

/** What makes a figure that is there not valid; the other codes come without a figure. */
const doubtWords: Partial<Record<ValidityCode, string>> = {
  'scale-invariant': 'lie outside what any weighting could give (E0.8)',
  'host-saturated': 'come from a host that was asked for more CPU than it has',
  'periodic-arrivals': 'come from requests like clockwork, which means do not describe',
  'several-cpus': 'come from a host of several pCPUs, for which the formula was not derived',
}

function notValid(
  rows: readonly EstimatedWindow[],
  estimator: EstimatorId,
): EstimatorError['notValid'] {
  if (estimator === 'twin') return []
  const answered = rows.filter(({ values }) => values.estimatesMs[estimator] !== null)
  return Object.entries(doubtWords).flatMap(([code, reason]) => {
    const doubted = answered.filter(({ values }) =>
      values.doubts[estimator].some((doubt) => doubt === code),
    )
    return doubted.length === 0 ? [] : [{ windows: doubted.length, reason }]
  })
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}
