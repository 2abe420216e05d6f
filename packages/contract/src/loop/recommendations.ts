import { z } from 'zod'
import { Prediction } from '../analyses/prediction.ts'
import { PlanDecision } from '../approvals.ts'
import { Id, IdParams, Milliseconds, PageQuery, page, Timestamp, Weight } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { Plan } from '../plans.ts'

/** One window of the evidence of a hotspot. */
const HotspotWindow = z.object({
  at: Timestamp,
  responseTimeMs: z.number(),
  targetMs: z.number(),
  missed: z.boolean(),
})

/** A target that was missed in k of n windows, in the newest of them nearly or quite. */
export const Hotspot = z
  .object({
    id: Id,
    hostId: Id,
    hostName: z.string(),
    domain: z.string(),
    openedAt: Timestamp,
    closedAt: Timestamp.nullable(),
    windows: z.array(HotspotWindow).describe('The windows on which it was opened, oldest first.'),
    missed: z.number().int(),
    forecast: z.object({
      by: z.enum(['ar1', 'holt-winters']),
      responseTimeMs: z.number(),
      errorMs: Milliseconds.describe('Its mean absolute error over the windows before.'),
    }),
    statement: z.string(),
  })
  .meta({ id: 'Hotspot' })
export type Hotspot = z.infer<typeof Hotspot>

export const RecommendationState = z
  .enum([
    'analysing',
    'planning',
    'open',
    'approved',
    'applying',
    'applied',
    'rolling-back',
    'confirmed',
    'not-confirmed',
    'worse',
    'rolled-back',
    'nothing-to-gain',
    'rejected',
    'expired',
    'superseded',
    'dry-run',
    'failed',
  ])
  .describe(
    '`open`: waits for a person. `approved`: waits for the moment at which changes may be made. `applied`: its outcome is being observed. `worse`: asks whether to roll it back. `dry-run`: it would have been applied.',
  )
export type RecommendationState = z.infer<typeof RecommendationState>

export const OutcomeState = z
  .enum(['confirmed', 'not-confirmed', 'worse', 'unknown'])
  .describe(
    '`confirmed`: the times came within the foretold intervals, or better. `worse`: leaving things alone would have been better, beyond the interval. `unknown`: too little was observed to tell. Of a relief the measured times alone say whether the targets are kept, missed by less, or missed by far more at no more load.',
  )
export type OutcomeState = z.infer<typeof OutcomeState>

/** What was foretold for a domain and what came, with the load accounted for. */
export const OutcomeDomain = z.object({
  domain: z.string(),
  targetMs: Milliseconds,
  beforeMs: Milliseconds.describe('Measured before the change.'),
  foretold: Prediction.nullable().describe('When it was recommended, for the load at that time.'),
  underThisLoad: Prediction.nullable().describe(
    'What the model says for the load that really came.',
  ),
  leftAlone: Prediction.nullable().describe(
    'What it says for that load under the weights before the change.',
  ),
  measuredMs: Milliseconds,
  loadRatio: z.number().nullable().describe('Arrival rate after the change over that before it.'),
  errorRatio: z
    .number()
    .nullable()
    .describe(
      'Measured over `underThisLoad`: the model’s error. The rest of the difference is load.',
    ),
})
export type OutcomeDomain = z.infer<typeof OutcomeDomain>

export const Outcome = z
  .object({
    state: OutcomeState,
    judgedAt: Timestamp,
    from: Timestamp,
    to: Timestamp,
    domains: z
      .array(OutcomeDomain)
      .describe('Of a relief only what was measured: no model foretells its times.'),
    worst: z
      .object({ before: z.number(), after: z.number().nullable() })
      .nullable()
      .describe('Of a relief: the worst measured time over its target, before and after.'),
    statement: z.string(),
  })
  .meta({ id: 'Outcome' })
export type Outcome = z.infer<typeof Outcome>

/** A change that answers a missed target at once, by what was measured in the newest minutes. */
export const Relief = z
  .object({
    by: z
      .enum(['payers', 'model'])
      .describe(
        '`payers`: guests without a target, or with a soft one, give what they can. `model`: nobody can pay, and SDPS divides the shares.',
      ),
    missing: z.array(z.string()).describe('The domains that miss their targets, worst first.'),
    payers: z.array(z.string()).describe('The domains that get less.'),
    worstBefore: z.number().describe('The worst time over its target, as measured.'),
    worstExpected: z
      .number()
      .nullable()
      .describe('The same as expected afterwards. Null: even then the load does not fit.'),
    statement: z.string().describe('Who missed what, who pays, and what is expected.'),
  })
  .meta({ id: 'Relief' })
export type Relief = z.infer<typeof Relief>

/** What the loop proposes for a host, and what became of it. */
export const HostRecommendation = z
  .object({
    id: Id,
    hostId: Id,
    hostName: z.string(),
    hotspot: Hotspot.nullable(),
    state: RecommendationState,
    mode: z.enum(['recommend', 'approve', 'automatic']),
    dryRun: z.boolean(),
    reason: z.string().describe('Why it stands as it does.'),
    analysisId: Id.nullable(),
    relief: Relief.nullable().describe('Null for one that comes from an analysis.'),
    planId: Id.nullable(),
    planHash: z.string().nullable().describe('Needed to approve exactly this plan.'),
    applicationId: Id.nullable(),
    changes: z.array(
      z.object({
        domain: z.string(),
        weightBefore: Weight,
        weightAfter: Weight,
        predictedBefore: Prediction.nullable(),
        predictedAfter: Prediction.nullable(),
        targetMs: Milliseconds,
      }),
    ),
    domain0Weight: Weight.nullish().describe(
      'It shares the CPU with the domains of `changes`. Null where nothing says it.',
    ),
    gain: z
      .number()
      .nullable()
      .describe(
        'Predicted improvement of the objective; of a relief, of the worst time over target.',
      ),
    gainUncertainty: z.number().nullable(),
    canDecide: z.boolean().describe('Whether it can be approved or rejected now.'),
    canRollBack: z.boolean().describe('Whether its change is the newest one still in effect.'),
    decision: z
      .object({
        decision: z.enum(['approved', 'rejected']),
        by: z.string(),
        at: Timestamp,
      })
      .nullable(),
    supersededById: Id.nullable(),
    outcome: Outcome.nullable(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    closedAt: Timestamp.nullable(),
  })
  .meta({ id: 'HostRecommendation' })
export type HostRecommendation = z.infer<typeof HostRecommendation>

export const listHotspots = endpoint({
  id: 'listHotspots',
  method: 'GET',
  path: '/hotspots',
  tag: 'Loop',
  summary: 'List hotspots, newest first',
  query: PageQuery.extend({
    hostId: Id.optional(),
    open: z.literal('true').optional().describe('Only those that are open.'),
  }),
  status: 200,
  response: page(Hotspot),
})

export const listRecommendations = endpoint({
  id: 'listRecommendations',
  method: 'GET',
  path: '/recommendations',
  tag: 'Loop',
  summary: 'List what the loop recommended, newest first',
  query: PageQuery.extend({
    hostId: Id.optional(),
    planId: Id.optional().describe('The one that led to this plan.'),
    open: z
      .literal('true')
      .optional()
      .describe('Only those that wait for a person: to be approved, or to be rolled back.'),
  }),
  status: 200,
  response: page(HostRecommendation),
})

export const getRecommendation = endpoint({
  id: 'getRecommendation',
  method: 'GET',
  path: '/recommendations/:id',
  tag: 'Loop',
  summary: 'Get one recommendation with its outcome',
  params: IdParams,
  status: 200,
  response: HostRecommendation,
})

export const decideRecommendation = endpoint({
  id: 'decideRecommendation',
  method: 'POST',
  path: '/recommendations/:id/decision',
  tag: 'Loop',
  summary:
    'Approve or reject exactly this plan; approved, it is applied as soon as the policy lets it',
  params: IdParams,
  body: PlanDecision,
  status: 200,
  response: HostRecommendation,
})

export const restoreHost = endpoint({
  id: 'restoreHost',
  method: 'POST',
  path: '/hosts/:id/restore',
  tag: 'Loop',
  summary: 'Plan to put the weights of a host back as they were at a moment',
  params: IdParams,
  body: z.object({ at: Timestamp }),
  status: 202,
  response: z.object({ plan: Plan, job: Job }),
  idempotent: true,
})
