import { z } from 'zod'
import { Milliseconds, Share, Weight } from '../common.ts'
import { Statistic } from '../statistic.ts'
import { WeightObjective } from './analysis-options.ts'
import { EstimatorId } from './estimators.ts'
import { Prediction } from './prediction.ts'

/** One model's comparison of a change of weights with leaving them as they are. */
const WeightCheck = z
  .object({
    estimator: EstimatorId,
    before: z.number().describe('The objective under the weights in force, in `value.unit`.'),
    after: z.number(),
    gain: z.number().describe('1 − after / before.'),
    uncertainty: z.number().describe('Half-width of the 80 % interval of the gain.'),
    passes: z
      .boolean()
      .describe('Whether the gain exceeds both 2 % and the model’s own uncertainty.'),
    abstains: z
      .boolean()
      .optional()
      .describe(
        'The model is sure of neither a gain nor a loss, so it has no say, and the other one has to be twice as sure.',
      ),
  })
  .meta({ id: 'WeightCheck' })

export const Recommendation = z
  .object({
    advice: z
      .enum(['change', 'leave'])
      .describe('`leave` keeps the weights in force; `reason` says why.'),
    reason: z.string(),
    status: z.enum(['optimal', 'infeasible', 'not-proven']),
    objective: WeightObjective,
    statistic: Statistic.describe(
      'Statistic of `measuredMs` and of the predicted response times of the domains.',
    ),
    estimator: EstimatorId.describe('The estimator behind the predictions.'),
    chosenBy: EstimatorId.describe('The estimator that found the weights.'),
    anchored: z.boolean(),
    domains: z.array(
      z.object({
        domain: z.string(),
        weightBefore: Weight,
        weightAfter: Weight,
        shareBefore: Share.describe('Of the weights of all domains, Domain-0 included, 0 to 1.'),
        shareAfter: Share,
        measuredMs: Milliseconds,
        measuredBy: z.enum(['client', 'access-log']).nullable(),
        predictedBefore: Prediction.nullable().describe('For the weights in force.'),
        predictedAfter: Prediction.nullable().describe('For the new weights.'),
        modelMs: Milliseconds.describe(
          'The model’s prediction for the new weights, not scaled towards the measurement.',
        ),
        targetMs: Milliseconds,
        meetsTarget: z.boolean().nullable(),
        softTargetMs: Milliseconds.default(null).describe(
          'How long the domain may take so that others meet their targets.',
        ),
        softTargetOrigin: z
          .enum(['asked', 'default'])
          .nullable()
          .default(null)
          .describe(
            '`asked` for a target with `isSoft`, `default` for `softTargetMultiple` times the present time.',
          ),
        keepsSoftTarget: z.boolean().nullable().default(null),
        excluded: z.boolean(),
      }),
    ),
    value: z
      .object({
        before: z.number().nullable(),
        after: z.number().nullable(),
        unit: z.enum(['ms', 'ratio']),
      })
      .describe('Value of the objective as predicted by `estimator`.'),
    checks: z.array(WeightCheck).describe('Empty when no better weights were found to check.'),
    proof: z.object({
      engine: z.string(),
      statement: z.string(),
      bound: z.number().nullable().describe('Proven bound on the objective, in `value.unit`.'),
      gap: z.number().nullable(),
      solveSeconds: z.number(),
    }),
    companions: z.array(
      z.object({
        method: z.enum(['greedy', 'closed-form']),
        shares: z
          .array(z.object({ domain: z.string(), share: z.number() }))
          .describe('Parts of the guests’ weights, as eq (4) divides them.'),
        totalDelayMs: z.number(),
        agrees: z.boolean().nullable(),
        note: z.string(),
      }),
    ),
    conflicts: z
      .array(z.array(z.string()))
      .describe('Smallest sets of targets that cannot be met together.'),
    sensitivity: z.array(
      z.object({
        domain: z.string(),
        direction: z.enum(['more', 'less']),
        shareAfter: Share.nullable().describe('Part of the guests’ weights on the grid of eq (7).'),
        change: z.number().nullable().describe('Change of the objective, in `value.unit`.'),
        meetsTargets: z.boolean().nullable(),
        note: z.string().nullable(),
      }),
    ),
    roundingError: z
      .number()
      .describe(
        'Largest difference between a part of the guests’ weights as written and as computed, from rounding weights to integers.',
      ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Recommendation' })
export type Recommendation = z.infer<typeof Recommendation>

/** The weights that an objective would choose, and what every model predicts for them. */
export const Objective = z
  .object({
    objective: WeightObjective,
    chosenBy: EstimatorId,
    method: z.enum(['proven', 'enumerated', 'search']),
    statement: z.string(),
    weights: z.array(z.object({ domain: z.string(), weight: Weight })),
    worstOverTarget: z
      .object({ domain: z.string(), ratio: z.number() })
      .nullable()
      .default(null)
      .describe(
        'The domain whose time is farthest above its target, or least below it, as `chosenBy` predicts under these weights, and the ratio of the two.',
      ),
    outlook: z.array(
      z.object({
        estimator: EstimatorId,
        domains: z.array(
          z.object({
            domain: z.string(),
            responseTimeMs: Milliseconds.describe(
              'Predicted mean, scaled towards the measurement if the option `anchored` is set.',
            ),
            judgedMs: Milliseconds.nullish().describe(
              'The same in the statistic of the targets. Absent in what was stored before it was.',
            ),
            meetsTarget: z.boolean().nullable().describe('Whether `judgedMs` meets the target.'),
          }),
        ),
        meanMs: Milliseconds.describe('Mean over all requests of the host.'),
      }),
    ),
  })
  .meta({ id: 'Objective' })
export type Objective = z.infer<typeof Objective>
