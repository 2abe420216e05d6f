import { z } from 'zod'
import { DomainName, Share, Timestamp, Weight } from './common.ts'
import { EstimatorId } from './estimators.ts'

export const SlaTarget = z.object({
  domain: DomainName,
  responseTimeMs: z.number().positive().max(86_400_000).nullable(),
  throughputPerSecond: z.number().positive().max(1e9).nullable(),
})
export type SlaTarget = z.infer<typeof SlaTarget>

export const TimeRange = z.object({ from: Timestamp, to: Timestamp })

export const Statistic = z
  .enum(['p95', 'mean'])
  .describe('Of the response times of requests: their 95th percentile or their mean.')
export type Statistic = z.infer<typeof Statistic>

/** What weights are chosen for. */
export const WeightObjective = z
  .enum(['meet-targets', 'mean-slowdown', 'mean-over-requests', 'total-delay', 'raise-violators'])
  .describe(
    'With R_p the response time of domain p: `meet-targets`: least max(R_p / target_p) until every target is met, then the least mean slowdown. `mean-slowdown`: least mean over the domains of R_p / R_p alone on the host. `mean-over-requests`: least Σ λ_p R_p / Σ λ_p. `total-delay`: least Σ R_p by the published formula, eq (7), with targets as constraints. `raise-violators`: the least raise of the weights of those over their targets, by the published formula.',
  )
export type WeightObjective = z.infer<typeof WeightObjective>

export const AnalysisOptions = z
  .object({
    windowSeconds: z.number().int().min(1).max(3600).default(10),
    range: TimeRange.nullable()
      .default(null)
      .describe('Windows the verdict looks at; null = since the last change of weights.'),
    weights: z
      .array(z.object({ domain: DomainName, weight: Weight }))
      .nullable()
      .default(null)
      .describe(
        'In force at the end of the recording; null = recorded, else the host’s, else 256.',
      ),
    normalisation: z.enum(['guests', 'with-domain-0']).default('guests'),
    sandpiperServiceTime: z
      .enum(['log', 'cpu'])
      .default('log')
      .describe('`log` as in the paper (inflated under load), `cpu` = CPU seconds per request.'),
    decisionRule: z.enum(['gated', 'printed']).default('gated'),
    objective: z
      .enum(['auto', ...WeightObjective.options])
      .default('auto')
      .describe(
        '`auto` = `meet-targets` where a response time has a target, else `mean-slowdown`.',
      ),
    targetStatistic: Statistic.default('p95').describe('What response time targets hold for.'),
    client: z
      .enum(['network', 'domain-0'])
      .nullable()
      .default(null)
      .describe(
        'Where the clients’ clock runs; null = as the recording says, else behind the network.',
      ),
    stepShare: z.number().min(0.001).max(0.5).default(0.05),
    anchored: z
      .boolean()
      .default(true)
      .describe(
        'Predictions are scaled towards what was measured, as far as that is more than chance.',
      ),
    integerMapping: z
      .enum(['keep-unchanged', 'scale-5120'])
      .default('keep-unchanged')
      .describe(
        '`keep-unchanged` keeps the guests’ sum, so Domain-0 keeps its standing; `scale-5120` makes 0.05 exactly 256.',
      ),
    bounds: z
      .array(
        z.object({ domain: DomainName, minShare: Share.nullable(), maxShare: Share.nullable() }),
      )
      .default([]),
    excluded: z.array(DomainName).default([]).describe('Domains whose share is kept.'),
    timeLimitSeconds: z.number().min(0.1).max(600).default(20),
    estimator: z
      .enum(['best', ...EstimatorId.options])
      .default('best')
      .describe(
        'What the verdict and the predicted times rest on; `best` = the one that was closest on this recording, of those that can forecast.',
      ),
  })
  .meta({ id: 'AnalysisOptions' })
export type AnalysisOptions = z.infer<typeof AnalysisOptions>
