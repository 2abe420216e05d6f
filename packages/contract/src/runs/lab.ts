import { z } from 'zod'
import { Prediction } from '../analyses/prediction.ts'
import { Id, Milliseconds } from '../common.ts'
import { Interval } from '../twin.ts'
import { RealTimeSet } from './real-time.ts'

export const CreditLine = z
  .number()
  .int()
  .min(50)
  .max(10_000)
  .describe('Largest loan, in credits; 1,000 credits are 100 ms of a pCPU.')
export const RepaymentShare = z
  .number()
  .min(0.05)
  .max(1)
  .describe('Share of the credits received in each accounting period that repays the loan.')

const LabHost = z.union([
  z.object({ analysisId: Id }),
  z.object({ preset: z.literal('paper1') }).describe('The host of the experiment in paper 1.'),
])

/** Runs the same load under the boost policies of paper 1 and under alternatives in stock Xen. */
export const BoostQuestion = z.object({
  kind: z.literal('boost'),
  host: LabHost,
  creditLine: CreditLine.default(1000),
  repaymentShare: RepaymentShare.default(0.2),
  sweep: z.boolean().default(false).describe('Also try other credit lines and repayment shares.'),
})

/** Runs real-time domains among others under the policies of paper 3 and under RTDS. */
export const RealTimeQuestion = RealTimeSet.extend({
  kind: z.literal('real-time'),
  unitMs: z
    .number()
    .min(1)
    .max(10_000)
    .default(60)
    .describe('CPU time of one unit of work of the other domains.'),
})

/** Asks which domains should have pCPUs of their own. */
export const PinningQuestion = z.object({ kind: z.literal('pinning'), analysisId: Id })

/** Asks which change of the host helps most; started after each analysis whose verdict is not ok. */
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
    mean: Interval.nullable().describe('Mean response time; null without requests.'),
    p95: Interval.nullable(),
    change: Interval.nullable().describe(
      'Mean minus that of the first variant, paired by seed. An interval that excludes 0 is an effect of the variant, not of chance: each has confidence 1 − 0.05 / k, where k is the number of other variants times the number of domains with requests, so with 95 % confidence none excludes 0 by chance.',
    ),
    pCpus: z
      .array(z.number().int())
      .nullable()
      .describe('The pCPUs that its vCPUs are pinned to; null when they may run on any.'),
    cdf: z.array(z.object({ ms: z.number(), fraction: z.number() })).max(60),
    cpuShare: z
      .number()
      .describe(
        'CPU seconds per second of one pCPU; in a variant with a bandwidth, counted while that stream is arriving.',
      ),
    requestsPerSecond: z
      .number()
      .nullable()
      .describe('Answered requests per second; null without requests.'),
    wakeToRunMs: Milliseconds.describe('Mean time from a wake-up until the vCPU runs.'),
    deadlines: z
      .object({ jobs: z.number(), missed: z.number() })
      .nullable()
      .describe('Means over the replications; null when the domain is not real-time.'),
  })
  .meta({ id: 'LabDomain' })
export type LabDomain = z.infer<typeof LabDomain>

export const LabVariant = z
  .object({
    id: z.string(),
    label: z.string(),
    stockXen: z.boolean().describe('Whether a released version of Xen can do this.'),
    meaning: z.string(),
    domains: z.array(LabDomain).describe('Includes Domain-0 when it is simulated.'),
    meanMs: Milliseconds.describe('Mean response time over the requests of all domains.'),
    fairness: z
      .number()
      .nullable()
      .describe(
        'Jain’s index of CPU received over CPU entitled to; 1 is fair. Counted over the same time as `cpuShare`.',
      ),
    bandwidth: z
      .object({ domain: z.string(), mbitPerSecond: z.number() })
      .nullable()
      .describe('A proxy for throughput, not a model of TCP. Null except on the host of paper 1.'),
  })
  .meta({ id: 'LabVariant' })
export type LabVariant = z.infer<typeof LabVariant>

export const LabSweepPoint = z
  .object({
    creditLine: z.number(),
    repaymentShare: z.number(),
    meanMs: Milliseconds.describe('Mean response time over all requests.'),
    mean: Interval.nullable().describe(
      'The same mean with its confidence interval over the replications.',
    ),
    fairness: z
      .number()
      .nullable()
      .describe(
        'Jain’s index over intervals of half a second; over minutes every loan has been repaid.',
      ),
    pareto: z
      .boolean()
      .describe(
        'Whether no other point beats it. A point beats another when it is better in mean or fairness beyond chance and no worse in the other, within 0.001 of fairness or a twentieth of the mean. Points are compared paired by seed with confidence 1 − 0.05 / k for k other points.',
      ),
    tiedForSoonest: z
      .boolean()
      .describe('Whether its mean does not differ from the smallest of all beyond chance.'),
  })
  .meta({ id: 'LabSweepPoint' })
export type LabSweepPoint = z.infer<typeof LabSweepPoint>

const LeverKind = z.enum([
  'as-it-is',
  'weights',
  'caps',
  'pinning',
  'time-slice',
  'scheduler',
  'boost',
  'migration',
])

/** The predicted effect of one lever, compared with the host as it is. */
export const Lever = z
  .object({
    variantId: z.string(),
    kind: LeverKind,
    over: z.array(z.string()).describe('Domains that are still over their target.'),
    excess: z
      .number()
      .describe(
        'Sum over the domains of how far each exceeds its target, as a fraction of the target. Changes that may be chance do not count.',
      ),
    mean: Interval.nullable().describe(
      'Mean response time over all requests of the guests that stay on the host.',
    ),
    change: Interval.nullable().describe(
      'Change of that mean for the same guests, paired by seed, with confidence 1 − 0.05 / k for k levers. An interval that includes 0 may be chance.',
    ),
    helps: z
      .boolean()
      .describe(
        'Whether it brings the domains nearer to their targets beyond chance or, when all targets are met, lowers the mean response time.',
      ),
    effect: z
      .enum(['now', 'helps', 'harms', 'not-clear'])
      .describe('Against the host as it is, which itself is `now`.'),
    unanswered: z
      .boolean()
      .describe('Requests pile up, so its times grow with the length of the simulation.'),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          nowMs: Milliseconds,
          thenMs: Milliseconds.describe(
            'Null when the domain has left the host or no request was answered.',
          ),
          change: Interval.nullable(),
          predictedNow: Prediction.nullable(),
          predictedThen: Prediction.nullable().describe(
            'In the statistic of the targets, like every prediction of the analysis.',
          ),
          targetMs: Milliseconds,
          meetsTarget: z.boolean().nullable(),
        }),
      )
      .describe('Domains that miss their target now come first.'),
  })
  .meta({ id: 'Lever' })
export type Lever = z.infer<typeof Lever>

export const Levers = z
  .object({
    violating: z.array(z.string()).describe('Domains that miss their target now.'),
    ranked: z
      .array(Lever)
      .describe(
        'Nearest to the targets first. Among equals, levers that a released Xen offers on this host come first, then those with the smaller mean.',
      ),
    winnerId: z
      .string()
      .nullable()
      .describe('The first lever that helps and that a released Xen offers; null when none does.'),
    lead: Interval.nullable().describe(
      'Mean of the winner minus that of the next lever that helps as much, paired by seed. An interval that includes 0 means that either will do; null when no other lever helps as much.',
    ),
    nextId: z.string().nullable().describe('The lever that `lead` compares the winner with.'),
    statement: z.string().describe('What the winner does, or that there is none.'),
    leadStatement: z
      .string()
      .nullable()
      .describe('How clear its lead is; null when no other lever helps as much.'),
    idlePCpus: z.number().describe('Mean number of idle pCPUs on the host as it is.'),
  })
  .meta({ id: 'Levers' })
export type Levers = z.infer<typeof Levers>

export const LabResult = z
  .object({
    variants: z.array(LabVariant).describe('The others are compared with the first.'),
    verdict: z
      .object({ headline: z.string(), more: z.array(z.string()) })
      .describe(
        'Which variant helps which domains most. `more`: what a released Xen can do where the best is not in it, and variants that are faster at the others’ expense.',
      ),
    sweep: z.object({ points: z.array(LabSweepPoint) }).nullable(),
    advisedId: z
      .string()
      .nullable()
      .describe(
        'For pinning, the variant with the smallest mean over all requests if it is faster than the first beyond chance (the interval of its difference, with confidence 1 − 0.05 / k for k other variants, excludes 0), otherwise the first. Null for other kinds.',
      ),
    kvmCommands: z
      .array(z.string())
      .nullable()
      .describe(
        'For pinning, when another placement is advised: the `virsh` commands that would pin the vCPUs of a KVM host in the same way. They are for the operator; Steelyard runs none of them.',
      ),
    levers: Levers.nullable().describe('Null unless the question is of kind `levers`.'),
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Simulated time of each replication, in seconds.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'LabResult' })
export type LabResult = z.infer<typeof LabResult>
