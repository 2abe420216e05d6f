import { z } from 'zod'
import { Milliseconds, Weight } from '../common.ts'
import { EstimatorId } from './estimators.ts'

/** A predicted response time. */
export const Prediction = z.object({ ms: z.number(), lowMs: z.number(), highMs: z.number() }).meta({
  id: 'Prediction',
  description:
    'A predicted response time with its 90 % interval, from the spread of the simulation’s runs and the predictor’s errors on recordings of real hosts and on this one.',
})
export type Prediction = z.infer<typeof Prediction>

/** A weight of a domain, and what is predicted of the domain under the weights of all. */
export const PredictedWeight = z.object({
  domain: z.string(),
  weight: Weight,
  predicted: Prediction.nullable().describe('In the statistic of the targets.'),
  meetsTarget: z.boolean().nullable(),
})

/** How much a recording can support. */
export const EvidenceGrade = z
  .enum(['enough', 'thin', 'not-enough'])
  .describe(
    '`enough` supports a verdict and weights, `thin` supports them with care, `not-enough` supports neither.',
  )
export type EvidenceGrade = z.infer<typeof EvidenceGrade>

export const Evidence = z
  .object({
    grade: EvidenceGrade,
    lacks: z
      .array(
        z.object({
          code: z.string(),
          text: z.string(),
          atMost: EvidenceGrade,
          domains: z
            .array(z.string())
            .nullish()
            .describe('Whose sources cause it, where that is known. Absent where it may be any.'),
          offsetSeconds: z
            .number()
            .nullish()
            .describe(
              'For `clocks-apart`: by how much the CPU trace is late, where all domains agree; early where it is negative.',
            ),
        }),
      )
      .describe('What the recording lacks, with the best grade that this leaves.'),
    remedy: z.string().nullable().describe('What to record to raise the grade.'),
  })
  .meta({ id: 'Evidence' })
export type Evidence = z.infer<typeof Evidence>

/** The one estimator that an analysis speaks with. */
export const Predictor = z
  .object({
    estimator: EstimatorId,
    quick: EstimatorId.describe('The formula that answers what-if questions provisionally.'),
    error: z
      .number()
      .nullable()
      .describe(
        'Its error on this recording in the statistic of the targets: median over the domains of |predicted − measured| / measured, before predictions are scaled towards the measurement.',
      ),
    statement: z.string().describe('Which estimator predicts, why, and how far it is off here.'),
    dissent: z
      .object({
        estimator: EstimatorId,
        text: z.string(),
        domains: z.array(
          z.object({ domain: z.string(), ms: Milliseconds, meetsTarget: z.boolean() }),
        ),
      })
      .nullable()
      .describe('The targets about which the second-best estimator says the opposite.'),
  })
  .meta({ id: 'Predictor' })
export type Predictor = z.infer<typeof Predictor>
