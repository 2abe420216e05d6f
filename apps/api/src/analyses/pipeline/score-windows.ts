import type { EstimatorError } from '@steelyard/contract'
import { scoreEstimates } from '@steelyard/model'
import { estimatorIds } from './estimate-load.ts'
import type { EstimatedWindow } from './estimate-windows.ts'
import { MIN_REQUESTS_PER_WINDOW } from './guests.ts'
import { toMs } from './response-time.ts'

/** How far each estimator was from the measured means: for all domains together, then for each. */
export function scoreWindows(rows: readonly EstimatedWindow[]): EstimatorError[] {
  const counted = rows.filter((row) => row.values.measuredRequests >= MIN_REQUESTS_PER_WINDOW)
  const domains = [null, ...new Set(rows.map((row) => row.domain))]
  return domains.flatMap((domain) =>
    estimatorIds.map((estimator) => {
      const score = scoreEstimates(
        counted
          .filter((row) => domain === null || row.domain === domain)
          .map(({ values }) => ({
            measuredSeconds: toSeconds(values.measuredMs),
            estimatedSeconds: toSeconds(values.estimatesMs[estimator]),
          })),
      )
      return {
        estimator,
        domain,
        windows: score.n,
        mape: score.meanAbsoluteRelativeError,
        medianApe: score.medianAbsoluteRelativeError,
        biasMs: toMs(score.biasSeconds),
      }
    }),
  )
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}
