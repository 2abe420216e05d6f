import type { Outcome } from '@steelyard/contract'
import { z } from 'zod'
import { jsonColumn } from './json-column.ts'

/** `HostRecommendation.outcomeEvidence`. Outcomes of versions before know of no relief. */
export const storedOutcome = jsonColumn<Omit<Outcome, 'worst'> & Partial<Outcome>>(
  'the outcome of a change',
  z.looseObject({ state: z.string(), statement: z.string(), domains: z.array(z.looseObject({})) }),
)
