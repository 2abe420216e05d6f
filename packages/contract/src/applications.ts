import { z } from 'zod'
import { Id, IdParams, PageQuery, page, Text, Timestamp, Trouble, Weight } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { Cap } from './plans.ts'
import { Confirmation } from './second-factors.ts'

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

/** The value that was read back from the host after a plan changed it. */
export const ReadValue = z.object({
  subject: z.string().describe('The domain or the cpupool.'),
  what: z.enum(['affinity', 'pool-pcpus', 'cpupool', 'membership', 'reservation', 'stored-weight']),
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
    alsoRead: z.array(ReadValue).describe('Values read back other than weights and caps.'),
    statement: z.string().nullable().describe('Outcome, in one sentence.'),
    trouble: Trouble.nullable(),
    canRollBack: z.boolean(),
    jobId: Id.nullable(),
  })
  .meta({ id: 'Application' })
export type Application = z.infer<typeof Application>

export const applyPlan = endpoint({
  id: 'applyPlan',
  method: 'POST',
  path: '/plans/:id/apply',
  tag: 'Plans',
  summary: 'Apply exactly this plan; the password or a passkey must be given again',
  params: IdParams,
  body: Confirmation.safeExtend({ hash: Text.max(128).describe('The plan’s hash, as shown.') }),
  status: 202,
  response: z.object({ application: Application, job: Job }),
  idempotent: true,
})

export const listApplications = endpoint({
  id: 'listApplications',
  method: 'GET',
  path: '/applications',
  tag: 'Plans',
  summary: 'List applications and roll-backs, newest first',
  query: PageQuery.extend({ hostId: Id.optional() }),
  status: 200,
  response: page(Application),
})

export const getApplication = endpoint({
  id: 'getApplication',
  method: 'GET',
  path: '/applications/:id',
  tag: 'Plans',
  summary: 'Get one application with its steps, the values read back and its outcome',
  params: IdParams,
  status: 200,
  response: Application,
})

export const rollBackApplication = endpoint({
  id: 'rollBackApplication',
  method: 'POST',
  path: '/applications/:id/rollback',
  tag: 'Plans',
  summary: 'Restore the values from before this application',
  params: IdParams,
  body: Confirmation,
  status: 202,
  response: z.object({ application: Application, job: Job }),
  idempotent: true,
})
