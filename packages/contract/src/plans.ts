import { z } from 'zod'
import { Reason } from './analysis-result.ts'
import {
  DomainName,
  Id,
  IdParams,
  PageQuery,
  page,
  Text,
  Timestamp,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'

export const PlanState = z.enum([
  'draft',
  'planned',
  'confirmed',
  'applying',
  'verified',
  'rolled-back',
  'failed',
])
export type PlanState = z.infer<typeof PlanState>

export const Cap = z
  .number()
  .int()
  .min(0)
  .max(100 * 128)

/** What the RTDS scheduler promises each vCPU: so much CPU in every period. */
export const Reservation = z.object({
  periodMs: z.number(),
  budgetMs: z.number(),
  extraTime: z.boolean().describe('Whether it may use what nobody needs beyond that.'),
})
export type Reservation = z.infer<typeof Reservation>

/** A cpupool that a plan makes, or takes pCPUs from. */
export const PoolChange = z.object({
  cpupool: z.string(),
  scheduler: z.string(),
  pCpusBefore: z.string().nullable().describe('null: it is not there.'),
  pCpusAfter: z.string().nullable(),
})
export type PoolChange = z.infer<typeof PoolChange>

export const PlanChange = z.object({
  domain: z.string(),
  xenUuid: z.string().nullable().describe('null while the host is not connected.'),
  xenId: z.number().int().nullable(),
  weightBefore: Weight.nullable().describe('null where the scheduler has no weights.'),
  weightAfter: Weight.nullable(),
  capBefore: Cap.nullable(),
  capAfter: Cap.nullable(),
  shareBefore: z.number().nullable(),
  shareAfter: z.number().nullable(),
  affinityBefore: z
    .string()
    .nullable()
    .describe('The pCPUs that its vCPUs may run on, such as `all` or `0-1,3`.'),
  affinityAfter: z.string().nullable(),
  cpupoolBefore: z.string().nullable(),
  cpupoolAfter: z.string().nullable(),
  reservationAfter: Reservation.nullable().describe('Where it comes under RTDS.'),
  responseTimeBeforeMs: z.number().nullable(),
  responseTimeAfterMs: z.number().nullable(),
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
  ]),
  domain: z.string().nullable(),
  text: z.string(),
  blocking: z.boolean(),
})
export type Drift = z.infer<typeof Drift>

/** One of the two at least: what is left out stays as it is. */
export const WantedWeight = z
  .object({ domain: DomainName, weight: Weight.optional(), cap: Cap.optional() })
  .refine(({ weight, cap }) => weight !== undefined || cap !== undefined, {
    message: 'a weight or a cap',
  })
export type WantedWeight = z.infer<typeof WantedWeight>

export const WantedPin = z.object({
  domain: DomainName.describe('Domain-0 too.'),
  pCpus: z
    .union([z.literal('all'), z.array(z.number().int().min(0).max(9999)).min(1).max(1024)])
    .describe('The pCPUs that all its vCPUs may run on.'),
})
export type WantedPin = z.infer<typeof WantedPin>

/** A cpupool of its own for some domains, named steelyard-rt; a host has one at most. */
export const WantedPool = z
  .object({
    scheduler: z
      .enum(['rtds', 'credit'])
      .default('rtds')
      .describe('rtds keeps reservations; credit only keeps everybody else away from the pCPUs.'),
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

/** Values set by hand, or worked out on another page than that of an analysis. */
export const WantedValues = z
  .object({
    hostId: Id,
    weights: z.array(WantedWeight).max(64).optional(),
    pins: z.array(WantedPin).max(64).optional(),
    realTimePool: WantedPool.optional().describe('Only by itself.'),
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
    analysisId: Id.nullable(),
    wanted: WantedValues.nullable().describe('To plan the same again; null from an analysis.'),
    origin: z.string().nullable().describe('Where values set by hand come from, in few words.'),
    state: PlanState,
    createdAt: Timestamp,
    plannedAt: Timestamp.nullable(),
    expiresAt: Timestamp.nullable(),
    scheduler: z.string().nullable(),
    changes: z.array(PlanChange).describe('All domains of the plan, unchanged ones too.'),
    cpupools: z.array(PoolChange).describe('Those that the plan changes; mostly none.'),
    commands: z.array(z.string()).describe('Exactly what will be run, in order.'),
    drift: z.array(Drift).describe('What differs on the host from what was analysed.'),
    canApply: z.boolean(),
    reasons: z.array(Reason).describe('Why it can or cannot be applied.'),
    hash: z.string().nullable().describe('Of the content; applying must name it.'),
    persistence: z.string().nullable().describe('What a guest restart would do to it.'),
    trouble: Trouble.nullable(),
    jobId: Id.nullable(),
    applicationIds: z.array(Id),
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof Plan>

export const ApplicationState = z.enum([
  'confirmed',
  'applying',
  'verified',
  'rolled-back',
  'failed',
])
export type ApplicationState = z.infer<typeof ApplicationState>

export const ApplicationStep = z.object({
  position: z.number().int(),
  kind: z.string(),
  text: z.string(),
  command: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed']),
  detail: z.string().nullable(),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type ApplicationStep = z.infer<typeof ApplicationStep>

/** What the host said afterwards of something that a plan changed. */
export const ReadValue = z.object({
  subject: z.string().describe('The domain or the cpupool.'),
  what: z.enum(['affinity', 'pool-pcpus', 'cpupool', 'membership', 'reservation']),
  expected: z.string(),
  found: z.string().nullable(),
  matches: z.boolean(),
})
export type ReadValue = z.infer<typeof ReadValue>

export const Application = z
  .object({
    id: Id,
    kind: z.enum(['apply', 'roll-back']),
    planId: Id,
    hostId: Id,
    hostName: z.string(),
    rollbackOfId: Id.nullable(),
    state: ApplicationState,
    requestedBy: z.string(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    steps: z.array(ApplicationStep),
    readBack: z.array(
      z.object({
        domain: z.string(),
        weight: Weight.nullable(),
        cap: Cap.nullable(),
        expectedWeight: Weight,
        expectedCap: Cap,
        matches: z.boolean(),
      }),
    ),
    alsoRead: z.array(ReadValue).describe('What was read back beside weights and caps.'),
    statement: z.string().nullable().describe('How it ended, in plain words.'),
    trouble: Trouble.nullable(),
    canRollBack: z.boolean(),
    jobId: Id.nullable(),
  })
  .meta({ id: 'Application' })
export type Application = z.infer<typeof Application>

export const listPlans = endpoint({
  id: 'listPlans',
  method: 'GET',
  path: '/plans',
  tag: 'Plans',
  summary: 'Plans, newest first',
  query: PageQuery.extend({ hostId: Id.optional() }),
  status: 200,
  response: page(Plan),
})

export const createPlan = endpoint({
  id: 'createPlan',
  method: 'POST',
  path: '/plans',
  tag: 'Plans',
  summary:
    'Plan an analysis’ recommendation, or weights, caps and affinities set by hand, or a real-time cpupool, against the host as it is now',
  body: z.union([z.object({ analysisId: Id }), WantedValues]),
  status: 202,
  response: z.object({ plan: Plan, job: Job }),
  idempotent: true,
})

export const getPlan = endpoint({
  id: 'getPlan',
  method: 'GET',
  path: '/plans/:id',
  tag: 'Plans',
  summary: 'One plan',
  params: IdParams,
  status: 200,
  response: Plan,
})

export const applyPlan = endpoint({
  id: 'applyPlan',
  method: 'POST',
  path: '/plans/:id/apply',
  tag: 'Plans',
  summary: 'Apply exactly this plan; asks for the password again',
  params: IdParams,
  body: z.object({
    hash: Text.describe('The plan’s hash as it was shown.'),
    password: z.string().max(256),
  }),
  status: 202,
  response: z.object({ application: Application, job: Job }),
  idempotent: true,
})

export const listApplications = endpoint({
  id: 'listApplications',
  method: 'GET',
  path: '/applications',
  tag: 'Plans',
  summary: 'Applications and roll-backs, newest first',
  query: PageQuery.extend({ hostId: Id.optional() }),
  status: 200,
  response: page(Application),
})

export const getApplication = endpoint({
  id: 'getApplication',
  method: 'GET',
  path: '/applications/:id',
  tag: 'Plans',
  summary: 'One application: its steps, what was read back, how it ended',
  params: IdParams,
  status: 200,
  response: Application,
})

export const rollBackApplication = endpoint({
  id: 'rollBackApplication',
  method: 'POST',
  path: '/applications/:id/rollback',
  tag: 'Plans',
  summary: 'Put back what stood before this application',
  params: IdParams,
  body: z.object({ password: z.string().max(256) }),
  status: 202,
  response: z.object({ application: Application, job: Job }),
  idempotent: true,
})
