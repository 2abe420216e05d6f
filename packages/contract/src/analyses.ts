import { z } from 'zod'
import { DomainName, Id, IdParams, Name, PageQuery, page, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'

export const EstimatorId = z.enum([
  'delay-aware',
  'delay-aware-calibrated',
  'sdps',
  'twin',
  'sandpiper',
  'measured-wait',
])
export type EstimatorId = z.infer<typeof EstimatorId>

export const Verdict = z.enum(['ok', 'reweight', 'migrate'])
export type Verdict = z.infer<typeof Verdict>

export const Weight = z.number().int().min(1).max(65_535)
const Share = z.number().min(0).max(1)

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

const Milliseconds = z.number().nullable()

export const ResponseTime = z.object({
  meanMs: Milliseconds,
  p50Ms: Milliseconds.describe(
    'Quantiles over several windows are interpolated between those of each window.',
  ),
  p95Ms: Milliseconds,
  p99Ms: Milliseconds,
  requests: z.number().int(),
  measuredBy: z.enum(['client', 'access-log']),
})
export type ResponseTime = z.infer<typeof ResponseTime>

export const Breakdown = z.object({
  serviceMs: z.number(),
  vmDelayMs: z.number(),
  domain0DelayMs: z.number(),
})
export type Breakdown = z.infer<typeof Breakdown>

export const DomainResult = z
  .object({
    domain: z.string(),
    weight: Weight,
    share: Share,
    target: SlaTarget.nullable(),
    arrivalRatePerSecond: z.number(),
    peakArrivalRatePerSecond: z.number(),
    serviceTimeMs: Milliseconds,
    utilisation: z.number().nullable().describe('CPU seconds per second of one pCPU.'),
    runnableWaitPerRequestMs: Milliseconds,
    measured: ResponseTime.nullable(),
    peakResponseTimeMs: Milliseconds.describe('95th percentile of the windows’ means.'),
    meetsTarget: z.boolean().nullable(),
    estimates: z.array(
      z.object({
        estimator: EstimatorId,
        responseTimeMs: Milliseconds,
        breakdown: Breakdown.nullable(),
        valid: z.boolean(),
        reasons: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'DomainResult' })
export type DomainResult = z.infer<typeof DomainResult>

const NotValid = z
  .array(EstimatorId)
  .describe('Estimators that have no figure here or do not stand by the one they give.')

export const EstimatorError = z
  .object({
    estimator: EstimatorId,
    domain: z.string().nullable().describe('null = all domains together.'),
    windows: z.number().int(),
    mape: z.number().nullable().describe('Mean absolute percentage error, as a fraction.'),
    medianApe: z.number().nullable(),
    biasMs: Milliseconds.describe('Mean of estimate minus measured.'),
    notValid: z
      .array(z.object({ windows: z.number().int(), reason: z.string() }))
      .describe('How many of these windows the estimator does not stand by, and why.'),
  })
  .meta({ id: 'EstimatorError' })
export type EstimatorError = z.infer<typeof EstimatorError>

export const SandpiperResult = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        lambdaCapPerSecond: z
          .number()
          .nullable()
          .describe('Highest rate that keeps the target; 0 = none does, null = not known.'),
        peakArrivalRatePerSecond: z.number(),
        weightFactor: z
          .number()
          .nullable()
          .describe('What the weight is multiplied by; 1 = kept, null = no factor is known.'),
      }),
    ),
    statement: z.string().describe('What SandPiper would do, why, and what that rests on.'),
  })
  .meta({ id: 'SandpiperResult' })
export type SandpiperResult = z.infer<typeof SandpiperResult>

export const PhaseResult = z
  .object({
    label: z.string(),
    from: Timestamp,
    to: Timestamp,
    domains: z.array(
      z.object({
        domain: z.string(),
        weight: Weight,
        arrivalRatePerSecond: z.number(),
        measured: ResponseTime.nullable(),
        estimatesMs: z.record(z.string(), Milliseconds).describe('By estimator id.'),
        notValid: NotValid,
      }),
    ),
  })
  .meta({ id: 'PhaseResult' })
export type PhaseResult = z.infer<typeof PhaseResult>

export const Reason = z.object({
  code: z.string(),
  text: z.string().describe('With the numbers that decided.'),
  severity: z.enum(['info', 'warning', 'critical']),
})
export type Reason = z.infer<typeof Reason>

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

/** A quantity found in the recording. */
export const Figure = z
  .object({
    value: z.number(),
    standardError: z.number().nullable().describe('Null where there is too little to tell it by.'),
    unit: z.enum(['ms', 'ratio', 'fraction']),
  })
  .meta({ id: 'Figure' })
export type Figure = z.infer<typeof Figure>

export const Ranking = z
  .object({
    used: EstimatorId.describe('What the verdict and the predicted times rest on.'),
    best: EstimatorId.nullable().describe(
      'Closest to what was measured, of those that can forecast and answered at least half of the windows.',
    ),
    reason: z.string().describe('Why that one is used, with the numbers that decided.'),
    estimators: z
      .array(
        z.object({
          estimator: EstimatorId,
          windows: z
            .number()
            .int()
            .describe('Measured means of one domain in one window that it was compared with.'),
          medianApe: z
            .number()
            .nullable()
            .describe(
              'As a fraction; of `delay-aware-calibrated` on windows it was not fitted to.',
            ),
          mape: z.number().nullable(),
          biasMs: Milliseconds,
          forecasts: z
            .boolean()
            .describe('Whether it can tell what other weights or another load would do.'),
          note: z.string().nullable(),
        }),
      )
      .describe('The closest first.'),
  })
  .meta({ id: 'Ranking' })
export type Ranking = z.infer<typeof Ranking>

export const Calibration = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        serviceTimeCpu: Figure.nullable().describe('CPU time per request, by the utilisation law.'),
        serviceTimeLog: Figure.nullable().describe('Mean duration in the log of a calm host.'),
        serviceTimeScv: Figure.nullable().describe('Squared coefficient of variation c_s².'),
        arrivalScv: Figure.nullable().describe('Squared coefficient of variation c_a².'),
      }),
    ),
    domain0: z.object({
      perRequest: Figure.nullable(),
      background: Figure.nullable().describe('Of one pCPU, without any request.'),
    }),
    coefficients: z
      .array(
        z.object({
          name: z.string(),
          value: z.number(),
          standardError: z.number().nullable(),
          meaning: z.string(),
        }),
      )
      .nullable()
      .describe('Of `delay-aware-calibrated`; null where the windows do not tell them.'),
    windows: z.number().int(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Calibration' })
export type Calibration = z.infer<typeof Calibration>

/** A figure of the twin: the mean over its replications with the 95 % confidence interval. */
export const Interval = z
  .object({ ms: z.number(), lowMs: z.number(), highMs: z.number() })
  .meta({ id: 'Interval' })
export type Interval = z.infer<typeof Interval>

export const TwinDomain = z
  .object({
    domain: z.string(),
    mean: Interval.nullable().describe('Response time; null when too few requests were answered.'),
    p95: Interval.nullable(),
    p99: Interval.nullable(),
    cpuShare: z.number().describe('CPU seconds per second of one pCPU, as simulated.'),
    runnableWaitPerRequestMs: Milliseconds,
    measuredMeanMs: Milliseconds.describe('Of the recording; null where not measured.'),
    measuredP95Ms: Milliseconds,
  })
  .meta({ id: 'TwinDomain' })
export type TwinDomain = z.infer<typeof TwinDomain>

export const TwinArrivals = z
  .enum(['recorded', 'synthetic'])
  .describe('`recorded`: the requests of the logs at their times; `synthetic`: drawn by the rate.')
export type TwinArrivals = z.infer<typeof TwinArrivals>

/** What the twin made of the decision range, under the weights in force. */
export const Twin = z
  .object({
    state: z.enum(['done', 'left-out']),
    reason: z
      .string()
      .nullable()
      .describe('Why it was left out, or what it had to take for granted.'),
    arrivals: TwinArrivals,
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Of one replication.'),
    scheduler: z.string(),
    xenVersion: z.string(),
    domains: z.array(TwinDomain),
  })
  .meta({ id: 'Twin' })
export type Twin = z.infer<typeof Twin>

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

export const Erratum = z
  .object({
    id: z.string(),
    where: z.string().describe('In the main paper.'),
    paperSays: z.string(),
    problem: z.string(),
    weDo: z.string(),
  })
  .meta({ id: 'Erratum' })
export type Erratum = z.infer<typeof Erratum>

export const AnalysisResult = z
  .object({
    verdict: Verdict,
    headline: z.string().describe('The verdict in one sentence with its decisive number.'),
    reasons: z.array(Reason),
    range: TimeRange.extend({ reason: z.string() }),
    recorded: TimeRange,
    windowSeconds: z.number(),
    windows: z.number().int(),
    domains: z.array(DomainResult),
    domain0: z.object({
      weight: Weight.nullable(),
      utilisation: z.number().nullable(),
      serviceTimePerRequestMs: Milliseconds,
      ioRequestsPerSecond: z.number().nullable(),
      delayPerIoMs: Milliseconds,
    }),
    hostUtilisation: z.number().nullable().describe('Of all pCPUs together, 0..1.'),
    weightChanges: z.array(z.object({ at: Timestamp, domain: z.string(), weight: Weight })),
    phases: z.array(PhaseResult),
    estimators: z.array(
      z.object({
        id: EstimatorId,
        title: z.string(),
        source: z.string(),
        assumptions: z.array(z.string()).describe('They name errata by id, such as E0.5.'),
        errata: z.array(Erratum),
      }),
    ),
    errors: z.array(EstimatorError),
    sandpiper: SandpiperResult,
    recommendation: Recommendation.nullable(),
    ranking: Ranking.nullish().describe(
      'Like the next three, missing in results of older versions.',
    ),
    calibration: Calibration.nullish(),
    twin: Twin.nullish(),
    objectives: z.array(Objective).nullish(),
    dataQuality: z.array(Reason),
  })
  .meta({ id: 'AnalysisResult' })
export type AnalysisResult = z.infer<typeof AnalysisResult>

export const AnalysisState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])

export const AnalysisSummary = z
  .object({
    id: Id,
    name: z.string(),
    hostId: Id,
    hostName: z.string(),
    state: AnalysisState,
    verdict: Verdict.nullable(),
    headline: z.string().nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    jobId: Id.nullable(),
  })
  .meta({ id: 'AnalysisSummary' })
export type AnalysisSummary = z.infer<typeof AnalysisSummary>

export const Analysis = AnalysisSummary.extend({
  uploads: z.array(z.object({ id: Id, name: z.string() })),
  targets: z.array(SlaTarget),
  options: AnalysisOptions,
  trouble: Trouble.nullable(),
  result: AnalysisResult.nullable(),
}).meta({ id: 'Analysis' })
export type Analysis = z.infer<typeof Analysis>

export const SeriesPoint = z.object({
  at: Timestamp,
  measuredMs: Milliseconds,
  arrivalRatePerSecond: z.number().nullable(),
  utilisation: z.number().nullable(),
  estimatesMs: z.record(z.string(), Milliseconds),
  notValid: NotValid,
  breakdown: Breakdown.nullable().describe('Of the delay-aware estimate.'),
})
export type SeriesPoint = z.infer<typeof SeriesPoint>

export const Series = z
  .object({
    windowSeconds: z.number(),
    thinned: z.boolean().describe('True when windows were left out; peaks are kept.'),
    domains: z.array(z.object({ domain: z.string(), points: z.array(SeriesPoint) })),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

export const listAnalyses = endpoint({
  id: 'listAnalyses',
  method: 'GET',
  path: '/analyses',
  tag: 'Analyses',
  summary: 'Analyses, newest first',
  query: PageQuery.extend({ hostId: Id.optional() }),
  status: 200,
  response: page(AnalysisSummary),
})

export const createAnalysis = endpoint({
  id: 'createAnalysis',
  method: 'POST',
  path: '/analyses',
  tag: 'Analyses',
  summary: 'Analyse uploads of a host',
  body: z.object({
    hostId: Id,
    uploadIds: z.array(Id).min(1).max(20),
    name: Name.optional(),
    targets: z.array(SlaTarget).max(64).default([]),
    options: AnalysisOptions.prefault({}),
  }),
  status: 202,
  response: z.object({ analysis: Analysis, job: Job }),
  idempotent: true,
})

export const getAnalysis = endpoint({
  id: 'getAnalysis',
  method: 'GET',
  path: '/analyses/:id',
  tag: 'Analyses',
  summary: 'One analysis with its result',
  params: IdParams,
  status: 200,
  response: Analysis,
})

export const deleteAnalysis = endpoint({
  id: 'deleteAnalysis',
  method: 'DELETE',
  path: '/analyses/:id',
  tag: 'Analyses',
  summary: 'Delete an analysis',
  params: IdParams,
  status: 204,
})

export const getAnalysisSeries = endpoint({
  id: 'getAnalysisSeries',
  method: 'GET',
  path: '/analyses/:id/series',
  tag: 'Analyses',
  summary: 'Measured and estimated response times over time, thinned for a chart',
  params: IdParams,
  query: z.object({ maxPoints: z.coerce.number().int().min(20).max(2000).default(600) }),
  status: 200,
  response: Series,
})

export const exportAnalysis = endpoint({
  id: 'exportAnalysis',
  method: 'GET',
  path: '/analyses/:id/exports/:table',
  tag: 'Analyses',
  summary: 'Download a table of an analysis as CSV or JSON, raw units in the column names',
  params: IdParams.extend({
    table: z.enum(['windows', 'observations', 'estimates', 'errors', 'recommendation']),
  }),
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  status: 200,
  produces: 'text/csv',
})
