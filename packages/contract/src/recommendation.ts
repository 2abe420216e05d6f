import { z } from 'zod'
import { Statistic, WeightObjective } from './analysis-options.ts'
import { Milliseconds, Share, Weight } from './common.ts'
import { EstimatorId } from './estimators.ts'

/** One model's word on a change of weights, beside leaving them alone. */
export const WeightCheck = z
  .object({
    estimator: EstimatorId,
    before: z.number().describe('The objective under the weights in force, in `value.unit`.'),
    after: z.number(),
    gain: z.number().describe('1 − after / before.'),
    uncertainty: z.number().describe('Half the 80 % interval of the gain.'),
    passes: z.boolean().describe('Gains more than 2 % and more than its own uncertainty.'),
  })
  .meta({ id: 'WeightCheck' })
export type WeightCheck = z.infer<typeof WeightCheck>

export const Recommendation = z
  .object({
    advice: z
      .enum(['change', 'leave'])
      .describe('`leave`: the weights in force stay, `reason` says why.'),
    reason: z.string(),
    status: z.enum(['optimal', 'infeasible', 'not-proven']),
    objective: WeightObjective,
    statistic: Statistic.describe('What `measuredMs` and the predicted times of domains are.'),
    estimator: EstimatorId.describe('Whose predictions these are.'),
    anchored: z.boolean(),
    domains: z.array(
      z.object({
        domain: z.string(),
        weightBefore: Weight,
        weightAfter: Weight,
        shareBefore: Share,
        shareAfter: Share,
        measuredMs: Milliseconds,
        measuredBy: z.enum(['client', 'access-log']).nullable(),
        predictedBeforeMs: Milliseconds.describe('At the weights in force.'),
        predictedMs: Milliseconds.describe('At the new weights.'),
        intervalMs: z
          .object({ lowMs: z.number(), highMs: z.number() })
          .nullable()
          .describe('90 % prediction interval at the new weights.'),
        modelMs: Milliseconds.describe('At the new weights, without an anchor.'),
        targetMs: Milliseconds,
        meetsTarget: z.boolean().nullable(),
        excluded: z.boolean(),
      }),
    ),
    value: z
      .object({
        before: z.number().nullable(),
        after: z.number().nullable(),
        unit: z.enum(['ms', 'ratio']),
      })
      .describe('The objective, as `estimator` predicts it.'),
    checks: z.array(WeightCheck).describe('Empty where no other weights were found to be checked.'),
    proof: z.object({
      engine: z.string(),
      statement: z.string(),
      bound: z.number().nullable().describe('Of the objective, in `value.unit`.'),
      gap: z.number().nullable(),
      solveSeconds: z.number(),
    }),
    companions: z.array(
      z.object({
        method: z.enum(['greedy', 'closed-form']),
        shares: z.array(z.object({ domain: z.string(), share: z.number() })),
        totalDelayMs: z.number(),
        agrees: z.boolean().nullable(),
        note: z.string(),
      }),
    ),
    conflicts: z
      .array(z.array(z.string()))
      .describe('Smallest sets of targets that exclude each other.'),
    sensitivity: z.array(
      z.object({
        domain: z.string(),
        direction: z.enum(['more', 'less']),
        shareAfter: Share.nullable(),
        change: z.number().nullable().describe('Of the objective, in `value.unit`.'),
        meetsTargets: z.boolean().nullable(),
        note: z.string().nullable(),
      }),
    ),
    roundingError: z.number().describe('Largest |share written − share wanted|.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Recommendation' })
export type Recommendation = z.infer<typeof Recommendation>

/** What weights an objective would choose, and what every model makes of them. */
export const Objective = z
  .object({
    objective: WeightObjective,
    chosenBy: EstimatorId,
    method: z.enum(['proven', 'enumerated', 'search']),
    statement: z.string(),
    weights: z.array(z.object({ domain: z.string(), weight: Weight })),
    outlook: z.array(
      z.object({
        estimator: EstimatorId,
        domains: z.array(
          z.object({
            domain: z.string(),
            responseTimeMs: Milliseconds.describe('The mean, anchored where that was asked for.'),
            meetsTarget: z.boolean().nullable(),
          }),
        ),
        meanMs: Milliseconds.describe('Over all requests of the host.'),
      }),
    ),
  })
  .meta({ id: 'Objective' })
export type Objective = z.infer<typeof Objective>
