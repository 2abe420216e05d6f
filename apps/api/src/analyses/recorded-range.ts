import { TimeRange } from '@steelyard/contract'
import { z } from 'zod'
import { presentSpan } from './present.ts'
import { storedAnalysis } from './stored-analysis.ts'

const Found = z.object({ fromEpochSeconds: z.number(), toEpochSeconds: z.number() })

/**
 * The column `Analysis.recorded`, which the database generates from the result: from when to when
 * the host was recorded. Null while there is no result, and for a result that a later version of
 * Steelyard has stored.
 * @throws AppError `analysis-unreadable`
 */
export function recordedRange(json: unknown): z.output<typeof TimeRange> | null {
  if (json === null) return null
  const range = storedAnalysis(z.union([Found, TimeRange]), json)
  return 'from' in range ? range : presentSpan(range)
}
