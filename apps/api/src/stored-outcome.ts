import type { Prediction } from '@steelyard/analysis'
import type { Outcome } from '@steelyard/contract'
import type { OutcomeFigures } from '@steelyard/words'
import { z } from 'zod'
import { jsonColumn, UNVERSIONED } from './json-column.ts'

/** The content of `HostRecommendation.outcomeEvidence` since version 2: what came, in seconds. */
export interface StoredOutcome extends OutcomeFigures {
  version: 2
  fromEpochSeconds: number
  toEpochSeconds: number
  domains: DomainOutcome[]
}

export interface DomainOutcome {
  domain: string
  targetSeconds: number | null
  beforeSeconds: number | null
  /** As foretold when it was recommended. */
  foretold: Prediction | null
  underThisLoad: Prediction | null
  leftAlone: Prediction | null
  measuredSeconds: number | null
  loadRatio: number | null
  /** Measured over foretold for this load. The metrics read it in the database. */
  errorRatio: number | null
}

/** What version 1 stored: its milliseconds and words. The first of them know of no relief. */
type EarlierOutcome = Omit<Outcome, 'worst'> & Partial<Outcome> & { version?: undefined }

const Seconds = z.number().nullable()
/** A prediction as it is stored, in seconds. */
export const StoredPrediction = z
  .object({ seconds: z.number(), lowSeconds: z.number(), highSeconds: z.number() })
  .nullable()

export const storedOutcome = jsonColumn<StoredOutcome | EarlierOutcome>(
  'the outcome of a change',
  z.union([
    z.looseObject({
      version: z.literal(2),
      state: z.string(),
      deciding: z.array(z.string()),
      worst: z.looseObject({ before: z.number(), after: Seconds }).nullable(),
      fromEpochSeconds: z.number(),
      toEpochSeconds: z.number(),
      domains: z.array(
        z.looseObject({
          domain: z.string(),
          targetSeconds: Seconds,
          beforeSeconds: Seconds,
          foretold: StoredPrediction,
          underThisLoad: StoredPrediction,
          leftAlone: StoredPrediction,
          measuredSeconds: Seconds,
        }),
      ),
    }),
    z.looseObject({
      ...UNVERSIONED,
      state: z.string(),
      statement: z.string(),
      domains: z.array(z.looseObject({})),
    }),
  ]),
)
