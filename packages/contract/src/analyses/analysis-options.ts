import { z } from 'zod'
import { DomainName, Share, Timestamp, Weight } from '../common.ts'
import { Statistic } from '../statistic.ts'
import { EstimatorId } from './estimators.ts'

export const SlaTarget = z.object({
  domain: DomainName,
  responseTimeMs: z.number().positive().max(86_400_000).nullable(),
  throughputPerSecond: z.number().positive().max(1e9).nullable(),
  isSoft: z
    .boolean()
    .default(false)
    .describe(
      'Whether `responseTimeMs` is only how long the domain may take where weights can keep it: no response time target of another domain is missed for it, and no verdict or trigger is about it.',
    ),
})
export type SlaTarget = z.infer<typeof SlaTarget>

export const TimeRange = z.object({ from: Timestamp, to: Timestamp })

export const TargetWindowSeconds = z
  .number()
  .int()
  .min(10)
  .max(86_400)
  .nullable()
  .describe(
    'Response time targets must be met in every window of this length; null for the analysed range as a whole.',
  )

/** The goal that weights are optimised for. */
export const WeightObjective = z
  .enum([
    'meet-targets',
    'mean-slowdown',
    'mean-over-requests',
    'total-delay',
    'raise-violators',
    'smallest-change',
  ])
  .describe(
    'Here R_p is the response time of domain p. `meet-targets` minimises max(R_p / target_p); among weights that keep every target, those that also keep the soft ones come first. `mean-slowdown` minimises the mean over the domains of R_p divided by R_p alone on the host. `mean-over-requests` minimises Σ λ_p R_p / Σ λ_p. `total-delay` minimises Σ R_p by the published formula, eq (7), with targets as constraints. `raise-violators` raises the weights of the domains that miss their targets by as little as the published formula requires. `smallest-change` changes the shares as little as keeps every R_p ≤ target_p / (1 + `targetMargin`). Objectives about targets mean `mean-slowdown` where no response time has one.',
  )
export type WeightObjective = z.infer<typeof WeightObjective>

/** As many as a trace may have. */
const MOST_DOMAINS = 1024

export const AnalysisOptions = z
  .object({
    windowSeconds: z.number().int().min(1).max(3600).default(10),
    range: TimeRange.nullable()
      .default(null)
      .describe(
        'Time range that the verdict covers; null for everything since the last change of weights.',
      ),
    weights: z
      .array(z.object({ domain: DomainName, weight: Weight }))
      .max(MOST_DOMAINS)
      .nullable()
      .default(null)
      .describe(
        'Weights in force at the end of the recording. Null for the recorded weights or, without any, those of the host or, failing that, 256.',
      ),
    normalisation: z.enum(['guests', 'with-domain-0']).default('guests'),
    sandpiperServiceTime: z
      .enum(['log', 'cpu'])
      .default('log')
      .describe(
        'Source of SandPiper’s service time. `log` is that of the paper and inflated under load; `cpu` is CPU seconds per request.',
      ),
    decisionRule: z.enum(['gated', 'printed']).default('gated'),
    objective: z
      .enum(['auto', ...WeightObjective.options])
      .default('auto')
      .describe(
        '`auto` means `meet-targets` when a response time has a target, otherwise `mean-slowdown`.',
      ),
    targetStatistic: Statistic.default('p95').describe(
      'Statistic that response time targets apply to.',
    ),
    targetWindowSeconds: TargetWindowSeconds.default(null),
    client: z
      .enum(['network', 'domain-0'])
      .nullable()
      .default(null)
      .describe(
        'Where the clients’ times were taken: across the network or in Domain-0. Null for what the recording states, otherwise across the network.',
      ),
    connections: z
      .enum(['auto', 'per-request', 'kept-open'])
      .default('auto')
      .describe(
        'Whether each request opens a connection of its own, whose handshake passes through Domain-0 and the guest too, or most come on connections that stay open. `auto` means what the recording or its logs state, otherwise one per request. The simulation alone knows the difference.',
      ),
    softTargetMultiple: z
      .number()
      .min(1)
      .max(100)
      .nullable()
      .default(2)
      .describe(
        'Where a response time has a target, a domain without any may take this many times as long as at present: its soft target. Null for any time.',
      ),
    targetMargin: z
      .number()
      .min(0)
      .max(9)
      .default(0.1)
      .describe(
        'How far below their targets times should stay by the objective `smallest-change`: at most target / (1 + margin).',
      ),
    stepShare: z.number().min(0.001).max(0.5).default(0.05),
    anchored: z
      .boolean()
      .default(true)
      .describe(
        'Whether predictions are scaled towards the measurement, to the extent that their difference is more than chance.',
      ),
    integerMapping: z
      .enum(['keep-unchanged', 'scale-5120'])
      .default('keep-unchanged')
      .describe(
        'How shares become integer weights. `keep-unchanged` keeps the sum of the guests’ weights, so that Domain-0 keeps its share; `scale-5120` turns a share of 0.05 into exactly 256, unless Domain-0 needs more of the credits than that leaves it.',
      ),
    bounds: z
      .array(
        z.object({ domain: DomainName, minShare: Share.nullable(), maxShare: Share.nullable() }),
      )
      .max(MOST_DOMAINS)
      .default([]),
    excluded: z
      .array(DomainName)
      .max(MOST_DOMAINS)
      .default([])
      .describe('Domains whose share must not change.'),
    timeLimitSeconds: z.number().min(0.1).max(600).default(20),
    estimator: EstimatorId.default('best').describe(
      'Estimator behind the verdict and the predicted times: an id that `GET /estimators` lists, or `best` for the one closest to the measurements of this recording among those that can forecast.',
    ),
  })
  .meta({ id: 'AnalysisOptions' })
export type AnalysisOptions = z.infer<typeof AnalysisOptions>

/** As asked for: what is left out about the targets is taken from those of the host. */
export const NewAnalysisOptions = AnalysisOptions.extend({
  targetStatistic: Statistic.optional().describe(
    'Statistic that response time targets apply to. Default: that of the host.',
  ),
  targetWindowSeconds: TargetWindowSeconds.optional(),
}).meta({ id: 'NewAnalysisOptions' })
export type NewAnalysisOptions = z.infer<typeof NewAnalysisOptions>
