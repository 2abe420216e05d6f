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
    decisionRule: z.enum(['strict', 'paper-literal']).default('strict'),
    mode: z
      .enum(['minimise-total-delay', 'meet-targets-first', 'raise-violator-only'])
      .default('meet-targets-first'),
    stepShare: z.number().min(0.001).max(0.5).default(0.05),
    anchored: z
      .boolean()
      .default(true)
      .describe('SLA rows scale the measured response time by the formula’s ratio.'),
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
