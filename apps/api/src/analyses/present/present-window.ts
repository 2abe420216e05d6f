import type { EstimatedWindow, MeasuredBy } from '@steelyard/analysis'
import type { Breakdown } from '@steelyard/contract'
import type { EstimatorId, ValidityCode } from '@steelyard/model'
import { z } from 'zod'
import { jsonColumn } from '../../json-column.ts'
import { breakdownMs, toMs } from '../../milliseconds.ts'

/** One row of the table of windows, as it is stored and exported. */
export interface WindowValues {
  windowSeconds: number
  weight: number
  requests: number
  arrivalRatePerSecond: number
  utilisation: number | null
  serviceTimeMs: number | null
  runnableWaitPerRequestMs: number | null
  measuredMs: number | null
  measuredP95Ms: number | null
  measuredRequests: number
  measuredBy: MeasuredBy | null
  /** `twin` is present only in the windows that the twin simulated. */
  estimatesMs: Record<EstimatorId, number | null> & { twin?: number | null }
  /** Why an estimator's number is not valid at this load; empty where it is valid. */
  doubts: Record<EstimatorId, ValidityCode[]>
  breakdown: Breakdown | null
}

/** `AnalysisWindow.values` */
export const windowValues = jsonColumn<WindowValues>(
  'a window of an analysis',
  z.looseObject({
    measuredMs: z.number().nullable(),
    estimatesMs: z.looseObject({}),
    doubts: z.looseObject({}),
  }),
)

export function presentWindow(window: EstimatedWindow): WindowValues {
  return {
    windowSeconds: window.seconds,
    weight: window.weight,
    requests: window.requests,
    arrivalRatePerSecond: window.arrivalRatePerSecond,
    utilisation: window.utilisation,
    serviceTimeMs: toMs(window.serviceTimeSeconds),
    runnableWaitPerRequestMs: toMs(window.runnableWaitPerRequestSeconds),
    measuredMs: toMs(window.measuredSeconds),
    measuredP95Ms: toMs(window.measuredP95Seconds),
    measuredRequests: window.measuredRequests,
    measuredBy: window.measuredBy,
    estimatesMs: Object.fromEntries(
      Object.entries(window.estimatesSeconds).map(([id, seconds]) => [id, toMs(seconds)]),
    ) as WindowValues['estimatesMs'],
    doubts: window.doubts,
    breakdown: breakdownMs(window.breakdown),
  }
}
