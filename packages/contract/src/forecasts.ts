import { z } from 'zod'
import { AnalysisState } from './analyses.ts'
import {
  DomainName,
  Id,
  IdParams,
  Milliseconds,
  PageQuery,
  page,
  Timestamp,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Breakdown } from './estimators.ts'
import { Job } from './jobs.ts'
import { Cap } from './plans.ts'
import { Interval, TwinArrivals, TwinDomain } from './twin.ts'

const LoadFactor = z.number().min(0.05).max(5)
const TsliceMs = z.number().int().min(1).max(1000)
const RatelimitUs = z
  .number()
  .int()
  .min(0)
  .max(500_000)
  .refine((us) => us === 0 || us >= 100, '0 (off) or at least 100')
const OverheadPercent = z
  .number()
  .min(0)
  .max(50)
  .describe(
    'How much more CPU the same work takes while all pCPUs are busy; 0 = none. Published (paper 4, 2010 hardware): native 1.28, Xen 3.75, KVM 4.89. Counts as far as the host is more, or less, often wholly busy than it was when analysed; on one pCPU never.',
  )

export const ForecastQuestion = z
  .object({
    domains: z
      .array(
        z.object({
          domain: DomainName,
          weight: Weight.optional(),
          cap: Cap.optional().describe('Percent of one pCPU, 0 = none.'),
          loadFactor: LoadFactor.optional().describe('Times the factor of the whole load.'),
        }),
      )
      .max(64)
      .default([]),
    domain0Weight: Weight.optional(),
    tsliceMs: TsliceMs.optional().describe('Of the credit scheduler alone.'),
    ratelimitUs: RatelimitUs.optional().describe('0 = off, else 100 to 500,000.'),
    loadFactor: LoadFactor.default(1).describe('What all arrival rates are multiplied by.'),
    overheadPercent: OverheadPercent.default(0),
  })
  .meta({
    id: 'ForecastQuestion',
    description: 'What if? Whatever is left out stays as it was analysed.',
  })
export type ForecastQuestion = z.infer<typeof ForecastQuestion>

/** The question with everything that it left out, as analysed. An empty question tells how things are. */
export const FilledQuestion = z
  .object({
    domains: z.array(
      z.object({ domain: z.string(), weight: Weight, cap: Cap, loadFactor: z.number() }),
    ),
    domain0Weight: Weight,
    tsliceMs: z.number().nullable().describe('null: this scheduler has none.'),
    ratelimitUs: z.number(),
    loadFactor: z.number(),
    overheadPercent: OverheadPercent,
  })
  .meta({ id: 'FilledQuestion' })
export type FilledQuestion = z.infer<typeof FilledQuestion>

export const ForecastEstimator = z.enum(['sdps', 'delay-aware-calibrated', 'delay-aware'])
export type ForecastEstimator = z.infer<typeof ForecastEstimator>

export const ForecastLever = z.enum(['cap', 'load', 'domain-0-weight', 'tslice', 'ratelimit'])
export type ForecastLever = z.infer<typeof ForecastLever>

export const ForecastDomain = z
  .object({
    domain: z.string(),
    responseTimeMs: Milliseconds.describe(
      'By the model itself, as whoever measured the domain sees it: clients, or the server’s log; null = it has no finite answer.',
    ),
    nowMs: Milliseconds.describe('By the same model, for things as they were analysed.'),
    measuredMs: Milliseconds.describe('Mean of the analysed range.'),
    anchoredMs: Milliseconds.describe(
      'responseTimeMs, scaled towards what was measured as far as that is more than chance.',
    ),
    anchoredNowMs: Milliseconds.describe('nowMs, scaled alike.'),
    peakMs: Milliseconds.describe('As analysed: the statistic that targets hold for.'),
    anchoredPeakMs: Milliseconds.describe(
      'That statistic by the model, scaled alike; its 95th percentile is that of an exponential distribution.',
    ),
    anchoredPeakNowMs: Milliseconds.describe('The same for things as they were analysed.'),
    breakdown: Breakdown.nullable(),
    bracket: z
      .object({ bestMs: z.number(), worstMs: z.number() })
      .nullable()
      .describe(
        'What no weights can leave at this load: alone in front, and behind all others; null where theory gives none.',
      ),
    targetMs: Milliseconds,
    meetsTarget: z
      .boolean()
      .nullable()
      .describe(
        'Of the anchored peak, as the verdict has it; of the model’s mean where nothing was measured.',
      ),
    valid: z.boolean(),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'ForecastDomain' })
export type ForecastDomain = z.infer<typeof ForecastDomain>

export const Headroom = z
  .object({
    domain: z.string(),
    breaksAtFactor: z
      .number()
      .nullable()
      .describe(
        'Factor on the analysed load of all domains from which the peak breaks the target, or the queue has no end, other parts of the question unchanged; 0.05, the lowest tried, when it is broken even there, null when it holds up to 5.',
      ),
    limit: z
      .enum(['target', 'saturation'])
      .nullable()
      .describe('What breaks at that factor; null with it.'),
    points: z
      .array(z.object({ loadFactor: z.number(), responseTimeMs: z.number() }))
      .max(60)
      .describe('Means, anchored where measured; they end where the queue has no end.'),
  })
  .meta({ id: 'Headroom' })
export type Headroom = z.infer<typeof Headroom>

export const Forecast = z
  .object({
    question: FilledQuestion,
    scheduler: z.enum(['credit', 'credit2']),
    pCpus: z.number().int(),
    answers: z.array(
      z.object({
        estimator: ForecastEstimator,
        missing: z.string().nullable().describe('Why this estimator has no answer at all.'),
        domains: z.array(ForecastDomain),
      }),
    ),
    notSeen: z
      .array(
        z.object({
          lever: ForecastLever,
          estimators: z.array(ForecastEstimator).describe('Those that cannot see it.'),
          asked: z.boolean().describe('The question moves this lever.'),
          text: z.string(),
        }),
      )
      .describe('Levers that formulas cannot see; the twin sees all of them.'),
    headroom: z.array(Headroom).describe('By `sdps`.'),
  })
  .meta({ id: 'Forecast' })
export type Forecast = z.infer<typeof Forecast>

export const TwinRunDomain = TwinDomain.extend({
  cdf: z
    .array(z.object({ ms: z.number(), fraction: z.number() }))
    .max(60)
    .describe('Fraction of the requests answered within so many milliseconds.'),
}).meta({ id: 'TwinRunDomain' })
export type TwinRunDomain = z.infer<typeof TwinRunDomain>

export const TwinRunResult = z
  .object({
    now: z.array(TwinRunDomain).describe('Things as they were analysed.'),
    asked: z.array(TwinRunDomain).describe('As the question has it, with the same seeds.'),
    changes: z
      .array(z.object({ domain: z.string(), mean: Interval.nullable(), p95: Interval.nullable() }))
      .describe(
        'Asked minus now, seed by seed, so narrower than the two intervals: one without 0 in it is the question’s doing, not chance.',
      ),
    arrivals: TwinArrivals,
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Of each replication.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'TwinRunResult' })
export type TwinRunResult = z.infer<typeof TwinRunResult>

export const TwinRun = z
  .object({
    id: Id,
    analysisId: Id,
    question: FilledQuestion,
    state: AnalysisState,
    jobId: Id.nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    trouble: Trouble.nullable(),
    result: TwinRunResult.nullable(),
  })
  .meta({ id: 'TwinRun' })
export type TwinRun = z.infer<typeof TwinRun>

export const askForecast = endpoint({
  id: 'askForecast',
  method: 'POST',
  path: '/analyses/:id/forecasts',
  tag: 'Forecasts',
  summary: 'What if? Answered at once by formulas; nothing is stored',
  params: IdParams,
  body: ForecastQuestion,
  status: 200,
  response: Forecast,
  readOnly: true,
})

export const startTwinRun = endpoint({
  id: 'startTwinRun',
  method: 'POST',
  path: '/analyses/:id/twin-runs',
  tag: 'Forecasts',
  summary: 'Have the twin answer: the host simulated as it is and as the question has it',
  description:
    'A person may have three runs of the twin and the lab that have not ended; a fourth is refused ' +
    'with `too-many-runs` (409).',
  params: IdParams,
  body: z.object({
    question: ForecastQuestion.prefault({}),
    replications: z.number().int().min(2).max(40).default(10),
  }),
  status: 202,
  response: z.object({ twinRun: TwinRun, job: Job }),
  idempotent: true,
})

export const listTwinRuns = endpoint({
  id: 'listTwinRuns',
  method: 'GET',
  path: '/analyses/:id/twin-runs',
  tag: 'Forecasts',
  summary: 'What the twin was asked about an analysis, newest first',
  params: IdParams,
  query: PageQuery,
  status: 200,
  response: page(TwinRun),
})

export const getTwinRun = endpoint({
  id: 'getTwinRun',
  method: 'GET',
  path: '/twin-runs/:id',
  tag: 'Forecasts',
  summary: 'One question to the twin with its answer',
  params: IdParams,
  status: 200,
  response: TwinRun,
})
