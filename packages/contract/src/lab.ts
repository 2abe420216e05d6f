import { z } from 'zod'
import { AnalysisState, Interval } from './analyses.ts'
import { Id, IdParams, PageQuery, page, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { RealTimeSet } from './real-time.ts'

const Milliseconds = z.number().nullable()

export const CreditLine = z
  .number()
  .int()
  .min(50)
  .max(10_000)
  .describe('Credits lent at once; 1,000 are 100 ms of a pCPU.')
export const RepaymentShare = z
  .number()
  .min(0.05)
  .max(1)
  .describe('Part of the credits received in each accounting period that repays the loan.')

export const LabHost = z.union([
  z.object({ analysisId: Id }),
  z.object({ preset: z.literal('paper1') }).describe('The host of the paper’s experiment.'),
])
export type LabHost = z.infer<typeof LabHost>

/** The same load under the boost policies of paper 1, and under what stock Xen can do instead. */
export const BoostQuestion = z.object({
  kind: z.literal('boost'),
  host: LabHost,
  creditLine: CreditLine.default(1000),
  repaymentShare: RepaymentShare.default(0.2),
  sweep: z.boolean().default(false).describe('Try other credit lines and repayment shares too.'),
})

/** Real-time domains among others, under the policies of paper 3 and under RTDS. */
export const RealTimeQuestion = RealTimeSet.extend({
  kind: z.literal('real-time'),
  unitMs: z.number().min(1).max(10_000).default(60).describe('CPU time of one unit of the others.'),
})

/** Which domains should have pCPUs of their own? */
export const PinningQuestion = z.object({ kind: z.literal('pinning'), analysisId: Id })

export const LabQuestion = z
  .discriminatedUnion('kind', [BoostQuestion, RealTimeQuestion, PinningQuestion])
  .meta({ id: 'LabQuestion' })
export type LabQuestion = z.infer<typeof LabQuestion>

export const LabKind = z.enum(['boost', 'real-time', 'pinning'])
export type LabKind = z.infer<typeof LabKind>

export const LabDomain = z
  .object({
    name: z.string(),
    mean: Interval.nullable().describe('Response time; null without requests.'),
    p95: Interval.nullable(),
    change: Interval.nullable().describe(
      'Mean minus that of the first variant, seed by seed: an interval without 0 in it is the variant’s doing, not chance.',
    ),
    pCpus: z
      .array(z.number().int())
      .nullable()
      .describe('Where its vCPUs are pinned; null: they may run everywhere.'),
    cdf: z.array(z.object({ ms: z.number(), fraction: z.number() })).max(60),
    cpuShare: z.number().describe('CPU seconds per second of one pCPU.'),
    requestsPerSecond: z.number().nullable().describe('Answered; null without requests.'),
    wakeToRunMs: Milliseconds.describe('Mean, from a wake-up until it runs.'),
    deadlines: z
      .object({ jobs: z.number(), missed: z.number() })
      .nullable()
      .describe('Means over the replications; null for a domain that is not real-time.'),
  })
  .meta({ id: 'LabDomain' })
export type LabDomain = z.infer<typeof LabDomain>

export const LabVariant = z
  .object({
    id: z.string(),
    label: z.string(),
    stockXen: z.boolean().describe('false: no Xen that is shipped can do this.'),
    meaning: z.string(),
    domains: z.array(LabDomain).describe('Domain-0 among them, where it is played.'),
    fairness: z
      .number()
      .nullable()
      .describe('Jain’s index over CPU gotten by share entitled to; 1 = fair.'),
    bandwidth: z
      .object({ domain: z.string(), mbitPerSecond: z.number() })
      .nullable()
      .describe('A proxy, not a model of TCP; for the host of the paper alone.'),
  })
  .meta({ id: 'LabVariant' })
export type LabVariant = z.infer<typeof LabVariant>

export const LabSweepPoint = z
  .object({
    creditLine: z.number(),
    repaymentShare: z.number(),
    meanMs: Milliseconds.describe('Over all requests.'),
    fairness: z.number().nullable(),
    pareto: z.boolean().describe('No other point is both faster and fairer.'),
  })
  .meta({ id: 'LabSweepPoint' })
export type LabSweepPoint = z.infer<typeof LabSweepPoint>

export const LabResult = z
  .object({
    variants: z.array(LabVariant).describe('The first is what the others are compared with.'),
    sweep: z.object({ points: z.array(LabSweepPoint) }).nullable(),
    advisedId: z
      .string()
      .nullable()
      .describe(
        'Of pinning: the variant whose mean over all requests is least, if that is certain; else the first. null for other kinds.',
      ),
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Of each replication.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'LabResult' })
export type LabResult = z.infer<typeof LabResult>

export const LabRun = z
  .object({
    id: Id,
    analysisId: Id.nullable(),
    question: LabQuestion,
    state: AnalysisState,
    jobId: Id.nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    trouble: Trouble.nullable(),
    result: LabResult.nullable(),
  })
  .meta({ id: 'LabRun' })
export type LabRun = z.infer<typeof LabRun>

export const startLabRun = endpoint({
  id: 'startLabRun',
  method: 'POST',
  path: '/lab-runs',
  tag: 'Lab',
  summary: 'Have the twin play one host under several policies, side by side',
  body: z.object({
    question: LabQuestion,
    replications: z.number().int().min(2).max(20).default(5),
  }),
  status: 202,
  response: z.object({ labRun: LabRun, job: Job }),
  idempotent: true,
})

export const listLabRuns = endpoint({
  id: 'listLabRuns',
  method: 'GET',
  path: '/lab-runs',
  tag: 'Lab',
  summary: 'Lab runs, newest first',
  query: PageQuery.extend({ kind: LabKind.optional(), analysisId: Id.optional() }),
  status: 200,
  response: page(LabRun),
})

export const getLabRun = endpoint({
  id: 'getLabRun',
  method: 'GET',
  path: '/lab-runs/:id',
  tag: 'Lab',
  summary: 'One lab run with what it showed',
  params: IdParams,
  status: 200,
  response: LabRun,
})
