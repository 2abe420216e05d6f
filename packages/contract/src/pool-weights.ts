import { z } from 'zod'
import { Id, IdParams, PageQuery, page, Text, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { startOfPlan } from './pools.ts'
import { Confirmation } from './second-factors.ts'

export const WeightPlanState = z
  .enum([
    'checking',
    'refused',
    'planned',
    'storing',
    'stored',
    'restoring',
    'restored',
    'overruled',
  ])
  .describe(
    '`refused`: nothing was stored. `overruled`: somebody else stored something since, which was left. Where XAPI does not answer meanwhile, `storing` and `restoring` stay until it says what it stores.',
  )
export type WeightPlanState = z.infer<typeof WeightPlanState>

export const WeightPlan = z
  .object({
    id: Id,
    poolId: Id,
    state: WeightPlanState,
    guest: z.object({ uuid: z.string(), name: z.string() }),
    before: z.string().nullable().describe('What XAPI stored when it was planned, in words.'),
    after: z.string().nullable().describe('What it is to store.'),
    commands: z.array(z.string()).describe('The same as a person would type it on Domain-0.'),
    notes: z.array(z.string()).describe('When it takes effect, and what nobody sees.'),
    outcome: z.string().nullable().describe('What came of it, in words.'),
    trouble: Trouble.nullable(),
    undoneBy: z.string().nullable().describe('Who had it rolled back.'),
    ...startOfPlan,
  })
  .meta({ id: 'WeightPlan' })
export type WeightPlan = z.infer<typeof WeightPlan>

const withJob = z.object({ plan: WeightPlan, job: Job })
const PlanParams = IdParams.extend({ planId: Id })

export const listWeightPlans = endpoint({
  id: 'listWeightPlans',
  method: 'GET',
  path: '/pools/:id/weights',
  tag: 'Pools',
  summary: 'List plans to store weights of guests in a pool, newest first',
  params: IdParams,
  query: PageQuery,
  status: 200,
  response: page(WeightPlan),
})

export const planStoredWeight = endpoint({
  id: 'planStoredWeight',
  method: 'POST',
  path: '/pools/:id/weights',
  tag: 'Pools',
  summary: 'Plan to store a weight of a guest for its next start, resume or migration',
  description:
    'Nothing is stored yet. For guests of a host that is connected over SSH, make a plan on that host, which does both.',
  params: IdParams,
  body: z.object({
    guestUuid: Text.min(1).max(64),
    weight: z.number().int().min(1).max(65_535),
    cap: z
      .number()
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe('Percent of one pCPU, 0 for none; left out, it stays as it is.'),
  }),
  status: 202,
  response: withJob,
})

export const storePlannedWeight = endpoint({
  id: 'storePlannedWeight',
  method: 'POST',
  path: '/pools/:id/weights/:planId/store',
  tag: 'Pools',
  summary: 'Have XAPI store a planned weight, and read it back',
  params: PlanParams,
  body: Confirmation,
  status: 202,
  response: withJob,
})

export const rollBackStoredWeight = endpoint({
  id: 'rollBackStoredWeight',
  method: 'POST',
  path: '/pools/:id/weights/:planId/roll-back',
  tag: 'Pools',
  summary: 'Have XAPI store again what it stored before, even where that was nonsense',
  params: PlanParams,
  body: Confirmation,
  status: 202,
  response: withJob,
})
