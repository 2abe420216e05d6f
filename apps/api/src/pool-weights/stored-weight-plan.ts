import type { StoredWeightChange, WeightPlanEnd } from '@steelyard/words'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

export const WEIGHT_PLAN_VERSION = 1

interface Versioned {
  version: typeof WEIGHT_PLAN_VERSION
}

const version = z.literal(WEIGHT_PLAN_VERSION)
const stored = z.looseObject({ weight: z.string().nullable(), cap: z.string().nullable() })

/** `WeightPlan.change`: the texts that XAPI stores before and after. */
export const weightChange = jsonColumn<Versioned & StoredWeightChange>(
  'the change of a stored weight',
  z.looseObject({ version, before: stored, after: stored }),
)

/** `WeightPlan.result`: what came of it. */
export const weightResult = jsonColumn<Versioned & { end: WeightPlanEnd }>(
  'what came of storing a weight',
  z.looseObject({
    version,
    end: z.union([
      z.looseObject({ code: z.literal('overruled'), found: stored }),
      z.looseObject({
        code: z.enum([
          ...(['guest-unknown', 'read-only', 'stored-already', 'never-begun'] as const),
          ...(['stored', 'not-stored', 'restored', 'not-restored'] as const),
        ]),
      }),
    ]),
  }),
)
