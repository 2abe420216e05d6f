import { z } from 'zod'
import { AnalysisState } from './analyses.ts'
import { Id, IdParams, Milliseconds, PageQuery, page, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { RealTimeSet } from './real-time.ts'
import { Interval } from './twin.ts'

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

/** Which change of this host helps most? Asked by itself after an analysis whose verdict is not ok. */
export const LeversQuestion = z.object({ kind: z.literal('levers'), analysisId: Id })

export const LabQuestion = z
  .discriminatedUnion('kind', [BoostQuestion, RealTimeQuestion, PinningQuestion, LeversQuestion])
  .meta({ id: 'LabQuestion' })
export type LabQuestion = z.infer<typeof LabQuestion>

export const LabKind = z.enum(['boost', 'real-time', 'pinning', 'levers'])
export type LabKind = z.infer<typeof LabKind>

export const LabDomain = z
  .object({
    name: z.string(),
    mean: Interval.nullable().describe('Response time; null without requests.'),
    p95: Interval.nullable(),
    change: Interval.nullable().describe(
      'Mean minus that of the first variant, seed by seed: an interval without 0 in it is the variant’s doing, not chance. Each is taken at 1 − 0.05 / k, k being the other variants times the domains with requests: with 95 % none leaves 0 out by chance.',
    ),
    pCpus: z
      .array(z.number().int())
      .nullable()
      .describe('Where its vCPUs are pinned; null: they may run everywhere.'),
    cdf: z.array(z.object({ ms: z.number(), fraction: z.number() })).max(60),
    cpuShare: z
      .number()
      .describe(
        'CPU seconds per second of one pCPU; with a bandwidth, while that stream comes in.',
      ),
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
      .describe('Jain’s index over CPU gotten by share entitled to; 1 = fair. As for `cpuShare`.'),
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
    mean: Interval.nullish().describe(
      'The same with its interval over the replications; missing in older results.',
    ),
    fairness: z
      .number()
      .nullable()
      .describe('Half second by half second: over minutes every loan is paid back.'),
    pareto: z
      .boolean()
      .describe(
        'No other point beats it: none is beyond chance better in mean or fairness and certainly no worse in the other (0.001 of fairness, a twentieth of the mean). Seed by seed, at 1 − 0.05 / k for k other points; of older results without chance in view.',
      ),
    tiedForSoonest: z
      .boolean()
      .nullish()
      .describe(
        'Its mean cannot be told from the least of all beyond chance; missing in older results.',
      ),
  })
  .meta({ id: 'LabSweepPoint' })
export type LabSweepPoint = z.infer<typeof LabSweepPoint>

export const LeverKind = z.enum([
  'as-it-is',
  'weights',
  'caps',
  'pinning',
  'time-slice',
  'scheduler',
  'boost',
  'migration',
])
export type LeverKind = z.infer<typeof LeverKind>

/** What pulling one lever is predicted to do, against the host as it is. */
export const Lever = z
  .object({
    variantId: z.string(),
    kind: LeverKind,
    over: z.array(z.string()).describe('Domains that are still over their target.'),
    excess: z
      .number()
      .describe(
        'How far domains are beyond their targets, as fractions of the targets, in sum; a change that may be chance does not count.',
      ),
    mean: Interval.nullable().describe('Response time over all requests of the guests that stay.'),
    change: Interval.nullable().describe(
      'Of that mean against the same guests as they are, seed by seed, at 1 − 0.05 / k with k levers; one with 0 in it may be chance.',
    ),
    helps: z
      .boolean()
      .describe('Beyond chance: nearer to the targets; where all are met, sooner on the whole.'),
    unanswered: z
      .boolean()
      .describe('Requests pile up: its times would grow the longer one plays.'),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          nowMs: Milliseconds,
          thenMs: Milliseconds.describe('null: it has left, or nothing was answered.'),
          change: Interval.nullable(),
          peakNowMs: Milliseconds.describe('As measured: what the verdict holds to the target.'),
          peakThenMs: Milliseconds.describe('Moved as the twin moves the same statistic.'),
          targetMs: Milliseconds,
          meetsTarget: z.boolean().nullable(),
        }),
      )
      .describe('Those that miss their target as it is come first.'),
  })
  .meta({ id: 'Lever' })
export type Lever = z.infer<typeof Lever>

export const Levers = z
  .object({
    violating: z.array(z.string()).describe('Domains whose target is missed as it is.'),
    ranked: z
      .array(Lever)
      .describe(
        'Nearest to the targets first; among equals what can be done on this host with a Xen that is shipped goes first, then the least mean.',
      ),
    winnerId: z
      .string()
      .nullable()
      .describe('The first that helps and that a shipped Xen can do; null: none does.'),
    lead: Interval.nullable().describe(
      'Mean of the winner minus that of the next that helps as far, seed by seed; one with 0 in it: either will do. null: no other does.',
    ),
    nextId: z.string().nullable().describe('Whom the lead is over.'),
    idlePCpus: z.number().describe('On average, as it is.'),
  })
  .meta({ id: 'Levers' })
export type Levers = z.infer<typeof Levers>

export const LabResult = z
  .object({
    variants: z.array(LabVariant).describe('The first is what the others are compared with.'),
    sweep: z.object({ points: z.array(LabSweepPoint) }).nullable(),
    advisedId: z
      .string()
      .nullable()
      .describe(
        'Of pinning: the variant whose mean over all requests is least, if it is sooner than the first beyond chance (the interval of its difference, at 1 − 0.05 / k for k other variants, leaves 0 out); else the first. null for other kinds.',
      ),
    kvmCommands: z
      .array(z.string())
      .nullish()
      .describe(
        'Of pinning, when another placement is advised: the `virsh` lines that would pin a KVM host so. For the operator; Steelyard runs none of them. Missing in older results.',
      ),
    levers: Levers.nullish().describe('Of levers alone; missing in older results.'),
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
  description:
    'A person may have three runs of the twin and the lab that have not ended; a fourth is refused ' +
    'with `too-many-runs` (409).',
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
