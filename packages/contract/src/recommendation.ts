import { z } from 'zod'
import { AnalysisOptions } from './analysis-options.ts'
import { Milliseconds, Share, Weight } from './common.ts'
import { EstimatorId } from './estimators.ts'

export const Recommendation = z
  .object({
    status: z.enum(['optimal', 'infeasible', 'not-proven']),
    mode: AnalysisOptions.shape.mode.unwrap(),
    estimator: EstimatorId.optional().describe(
      'Whose predictions these are; missing = `delay-aware`.',
    ),
    anchored: z.boolean(),
    domains: z.array(
      z.object({
        domain: z.string(),
        weightBefore: Weight,
        weightAfter: Weight,
        shareBefore: Share,
        shareAfter: Share,
        measuredMs: Milliseconds,
        predictedBeforeMs: Milliseconds,
        predictedMs: Milliseconds.describe('At the new weights: anchored, or the formula itself.'),
        formulaMs: Milliseconds,
        targetMs: Milliseconds,
        meetsTarget: z.boolean().nullable(),
        excluded: z.boolean(),
      }),
    ),
    totalDelayMs: z
      .object({ before: Milliseconds, after: Milliseconds })
      .describe(
        'What is minimised. By `delay-aware` D_total of the formula itself, the sum over the domains, never anchored; by the others the mean over all requests of the predicted times.',
      ),
    proof: z.object({
      engine: z.string(),
      statement: z.string(),
      bound: z.number().nullable(),
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
        totalDelayChangeMs: Milliseconds,
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
    objective: z.enum(['delay-aware', 'sdps', 'twin']),
    method: z.enum(['proven', 'enumerated', 'search']),
    statement: z.string(),
    weights: z.array(z.object({ domain: z.string(), weight: Weight })),
    outlook: z.array(
      z.object({
        estimator: EstimatorId,
        domains: z.array(
          z.object({
            domain: z.string(),
            responseTimeMs: Milliseconds.describe(
              'Anchored: the measured mean, scaled by the ratio that the estimator predicts.',
            ),
            meetsTarget: z.boolean().nullable(),
          }),
        ),
        meanMs: Milliseconds.describe('Over all requests of the host.'),
      }),
    ),
  })
  .meta({ id: 'Objective' })
export type Objective = z.infer<typeof Objective>
