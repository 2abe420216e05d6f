import { z } from 'zod'
import { TargetWindowSeconds } from './analyses/analysis-options.ts'
import { Reason } from './analyses/analysis-result.ts'
import { EstimatorId } from './analyses/estimators.ts'
import { EvidenceGrade, Prediction } from './analyses/prediction.ts'
import { OptionName } from './analyses/weight-options.ts'
import { PLAN_STATES } from './choices.ts'
import {
  DomainName,
  Id,
  IdParams,
  Milliseconds,
  PageQuery,
  page,
  Text,
  Timestamp,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { Statistic } from './statistic.ts'

const PlanApproval = z
  .object({
    decision: z.enum(['approved', 'rejected']),
    planHash: z.string(),
    note: z.string(),
    byId: Id.nullable(),
    byName: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'PlanApproval' })

/** Whether a second person agrees to a plan. */
export const Approval = z
  .object({
    state: z
      .enum(['waiting', 'approved', 'rejected'])
      .describe('An approval holds until the plan expires; a rejection ends the plan.'),
    decision: PlanApproval.nullable().describe('The decision that holds; null while it waits.'),
    makerIds: z
      .array(Id)
      .describe(
        'Who made the plan, and who owns it now: none of them can decide about it, and nobody whom one of them let in can approve it.',
      ),
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof Approval>

export const PlanState = z.enum(PLAN_STATES)
export type PlanState = z.infer<typeof PlanState>

export const Cap = z
  .number()
  .int()
  .min(0)
  .max(100 * 128)

/** The CPU time that the RTDS scheduler guarantees each vCPU in every period. */
export const Reservation = z.object({
  periodMs: z.number(),
  budgetMs: z.number(),
  extraTime: z.boolean().describe('Whether it may also use CPU time that would otherwise be idle.'),
})
export type Reservation = z.infer<typeof Reservation>

/** A cpupool that a plan creates or takes pCPUs from. */
export const PoolChange = z.object({
  cpupool: z.string(),
  scheduler: z.string(),
  pCpusBefore: z.string().nullable().describe('Null when the cpupool does not exist yet.'),
  pCpusAfter: z.string().nullable(),
})
export type PoolChange = z.infer<typeof PoolChange>

export const PlanChange = z.object({
  domain: z.string(),
  xenUuid: z.string().nullable().describe('Null while the host is not connected.'),
  xenId: z.number().int().nullable(),
  weightBefore: Weight.nullable().describe('Null when the scheduler has no weights.'),
  weightAfter: Weight.nullable(),
  capBefore: Cap.nullable(),
  capAfter: Cap.nullable(),
  shareBefore: z
    .number()
    .nullable()
    .describe('Of the weights of all domains of its cpupool, Domain-0 included, 0 to 1.'),
  shareAfter: z.number().nullable(),
  affinityBefore: z
    .string()
    .nullable()
    .describe('The pCPUs that its vCPUs may run on, such as `all` or `0-1,3`.'),
  affinityAfter: z.string().nullable(),
  cpupoolBefore: z.string().nullable(),
  cpupoolAfter: z.string().nullable(),
  reservationAfter: Reservation.nullable().describe(
    'Null unless the plan puts the domain under RTDS.',
  ),
  predictedBefore: Prediction.nullable(),
  predictedAfter: Prediction.nullable(),
  targetMs: Milliseconds,
  meetsTarget: z.boolean().nullable().describe('Whether `predictedAfter` meets the target.'),
  changed: z.boolean(),
})
export type PlanChange = z.infer<typeof PlanChange>

export const Drift = z.object({
  kind: z.enum([
    'domain-missing',
    'domain-new',
    'domain-restarted',
    'domain-renamed',
    'weight-changed',
    'cap-changed',
    'affinity-changed',
    'vcpus-changed',
    'cpupool-changed',
    'scheduler-changed',
    'cpupools-changed',
    'stored-weight-changed',
  ]),
  domain: z.string().nullable(),
  text: z.string(),
  blocking: z.boolean(),
})
export type Drift = z.infer<typeof Drift>

/** A weight, a cap or both; one that is omitted keeps its value. */
export const WantedWeight = z
  .object({ domain: DomainName, weight: Weight.optional(), cap: Cap.optional() })
  .refine(({ weight, cap }) => weight !== undefined || cap !== undefined, {
    message: 'a weight or a cap',
  })
export type WantedWeight = z.infer<typeof WantedWeight>

export const WantedPin = z.object({
  domain: DomainName.describe('May be Domain-0.'),
  pCpus: z
    .union([z.literal('all'), z.array(z.number().int().min(0).max(9999)).min(1).max(1024)])
    .describe('The pCPUs that all its vCPUs may run on.'),
})
export type WantedPin = z.infer<typeof WantedPin>

/** A separate cpupool, named steelyard-rt, for some domains; a host has at most one. */
export const WantedPool = z
  .object({
    scheduler: z
      .enum(['rtds', 'credit'])
      .default('rtds')
      .describe('`rtds` guarantees reservations; `credit` only keeps other domains off the pCPUs.'),
    pCpus: z
      .array(z.number().int().min(0).max(9999))
      .min(1)
      .max(1024)
      .describe('Taken from Pool-0.'),
    domains: z
      .array(
        z.object({
          domain: DomainName,
          periodMs: z.number().min(0.01).max(9999).optional(),
          budgetMs: z.number().min(0.01).max(9999).optional(),
          extraTime: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(64),
  })
  .refine(
    ({ scheduler, domains }) =>
      scheduler === 'credit' ||
      domains.every(({ periodMs, budgetMs }) => (budgetMs ?? Infinity) <= (periodMs ?? -1)),
    { message: 'under rtds each domain needs a period, and a budget no longer than it' },
  )
export type WantedPool = z.infer<typeof WantedPool>

/** Values set by hand, or computed elsewhere than in an analysis. */
export const WantedValues = z
  .object({
    hostId: Id,
    weights: z.array(WantedWeight).max(64).optional(),
    pins: z.array(WantedPin).max(64).optional(),
    realTimePool: WantedPool.optional().describe('Must be the only change.'),
    origin: Text.max(80).optional(),
  })
  .refine(
    ({ weights = [], pins = [], realTimePool }) =>
      weights.length + pins.length > 0 !== (realTimePool !== undefined),
    { message: 'at least one change; a cpupool only by itself' },
  )
export type WantedValues = z.infer<typeof WantedValues>

export const Plan = z
  .object({
    id: Id,
    hostId: Id,
    hostName: z.string(),
    hostTags: z.array(z.string()),
    analysisId: Id.nullable(),
    wanted: WantedValues.nullable().describe(
      'The values asked for, to make the same plan again; null when the plan comes from an analysis.',
    ),
    option: z
      .array(OptionName)
      .nullish()
      .describe(
        'The row of the options of the analysis whose weights these are, by its names; null for others.',
      ),
    ownWeights: z
      .array(WantedWeight)
      .nullish()
      .describe(
        'The weights and caps asked for of an analysis; null where its recommended weights were.',
      ),
    domain0WeightAssumed: z
      .boolean()
      .default(false)
      .describe(
        'Whether Domain-0 counts with Xen’s default weight of 256, because nothing says its own.',
      ),
    origin: z
      .string()
      .nullable()
      .describe('Short description of where values set by hand come from.'),
    state: PlanState,
    createdAt: Timestamp,
    madeBy: z.string().nullable().describe('Who made it; null if that person is no longer known.'),
    plannedAt: Timestamp.nullable(),
    expiresAt: Timestamp.nullable(),
    scheduler: z.string().nullable(),
    predictor: EstimatorId.nullable().describe('The estimator behind the predictions.'),
    statistic: Statistic.nullable().describe('Statistic of the predictions and targets.'),
    targetWindowSeconds: TargetWindowSeconds,
    grade: EvidenceGrade.nullable().describe('How good the evidence behind the predictions is.'),
    statement: z
      .string()
      .nullable()
      .describe(
        'Which estimator predicts, and whether the second one agrees; null without either.',
      ),
    changes: z
      .array(PlanChange)
      .describe('All domains of the host, unchanged ones and Domain-0 included.'),
    cpupools: z.array(PoolChange).describe('The cpupools that the plan changes.'),
    commands: z.array(z.string()).describe('The exact commands that will be run, in order.'),
    drift: z.array(Drift).describe('How the host differs from the one that was analysed.'),
    canApply: z.boolean(),
    reasons: z.array(Reason).describe('Why it can or cannot be applied.'),
    hash: z.string().nullable().describe('Hash of the content, required to apply the plan.'),
    persistence: z
      .string()
      .nullable()
      .describe('What happens to the values when a guest restarts.'),
    trouble: Trouble.nullable(),
    jobId: Id.nullable(),
    applicationIds: z.array(Id),
    approval: Approval.nullable().describe(
      'Null where nobody needs to approve the plan and nobody rejected it.',
    ),
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

/** What a later recording under the planned weights measured, beside what was predicted. */
export const PlanOutcome = z
  .object({
    since: Timestamp.nullable().describe(
      'When the values were applied or, on a host without a connection, planned; null when they are not in force.',
    ),
    recording: z
      .object({
        analysisId: Id,
        name: z.string(),
        grade: EvidenceGrade.nullable(),
        recordedFrom: Timestamp,
        recordedTo: Timestamp,
      })
      .nullable()
      .describe(
        'The newest recording with enough evidence that began since then under the planned weights.',
      ),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          predicted: Prediction.nullable(),
          measuredMs: Milliseconds,
          asPredicted: z
            .boolean()
            .nullable()
            .describe('Whether the measured time lies in the predicted interval.'),
          targetMs: Milliseconds,
          meetsTarget: z.boolean().nullable(),
        }),
      )
      .describe('The domains with a prediction; empty without a recording to compare.'),
    statement: z.string(),
  })
  .meta({ id: 'PlanOutcome' })
export type PlanOutcome = z.infer<typeof PlanOutcome>

export const listPlans = endpoint({
  id: 'listPlans',
  method: 'GET',
  path: '/plans',
  tag: 'Plans',
  summary: 'List plans, newest first',
  query: PageQuery.extend({
    hostId: Id.optional(),
    search: Text.max(120).optional().describe('Part of the name of the host.'),
    state: PlanState.optional(),
    open: z
      .literal('true')
      .optional()
      .describe(
        'Only plans that could still be approved or applied: neither expired nor rejected.',
      ),
  }),
  status: 200,
  response: page(Plan),
})

export const createPlan = endpoint({
  id: 'createPlan',
  method: 'POST',
  path: '/plans',
  tag: 'Plans',
  summary:
    'Create a plan from the recommendation of an analysis or other weights with what it predicts of them, from weights, caps and affinities set by hand, or for a real-time cpupool, and check it against the host as it is now',
  body: z.union([
    z.object({
      analysisId: Id,
      weights: z
        .array(WantedWeight)
        .min(1)
        .max(64)
        .optional()
        .describe('Others than the recommended ones; a domain that is left out keeps its own.'),
    }),
    WantedValues,
  ]),
  status: 202,
  response: z.object({ plan: Plan, job: Job }),
  idempotent: true,
})

export const getPlan = endpoint({
  id: 'getPlan',
  method: 'GET',
  path: '/plans/:id',
  tag: 'Plans',
  summary: 'Get one plan',
  params: IdParams,
  status: 200,
  response: Plan,
})

export const getPlanOutcome = endpoint({
  id: 'getPlanOutcome',
  method: 'GET',
  path: '/plans/:id/outcome',
  tag: 'Plans',
  summary: 'Compare what was predicted for a plan with a later recording under its weights',
  params: IdParams,
  status: 200,
  response: PlanOutcome,
})

export const getPlanCommands = endpoint({
  id: 'getPlanCommands',
  method: 'GET',
  path: '/plans/:id/commands.sh',
  tag: 'Plans',
  summary: 'Download the commands of a plan as a shell script, with those that undo it',
  params: IdParams,
  status: 200,
  produces: 'text/x-shellscript',
})
