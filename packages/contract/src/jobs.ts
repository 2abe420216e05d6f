import { z } from 'zod'
import { Id, IdParams, PageQuery, page, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'

export const JobKind = z.enum([
  'inspect-upload',
  'read-upload',
  'read-part',
  'run-analysis',
  'play-run',
  'check-address',
  'probe-host',
  'discover-host',
  'record-host',
  'probe-guest-log',
  'probe-pool',
  'read-pool',
  'check-move',
  'move-guest',
  'store-weight',
  'prepare-plan',
  'apply-plan',
  'roll-back-application',
  'judge-outcome',
])
export type JobKind = z.infer<typeof JobKind>

export const JobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
export type JobState = z.infer<typeof JobState>

export const JobProgress = z.object({
  stage: z.string().describe('Current stage, for display.'),
  done: z.number().nullable(),
  total: z.number().nullable(),
  unit: z
    .enum(['bytes', 'lines', 'windows', 'domains', 'steps', 'seconds', 'replications'])
    .nullable(),
  message: z
    .string()
    .nullable()
    .describe('Detail, such as the number of lines read and rejected so far.'),
})
export type JobProgress = z.infer<typeof JobProgress>

export const Job = z
  .object({
    id: Id,
    kind: JobKind,
    state: JobState,
    progress: JobProgress.nullable(),
    subject: z
      .object({
        kind: z.enum(['upload', 'analysis', 'run', 'host', 'plan', 'application', 'pool']),
        id: Id,
      })
      .nullable(),
    error: Trouble.nullable(),
    attempts: z.number().int(),
    cancelRequested: z.boolean(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

export const listJobs = endpoint({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  tag: 'Jobs',
  summary: 'List jobs, newest first',
  query: PageQuery.extend({ state: JobState.optional() }),
  status: 200,
  response: page(Job),
})

export const getJob = endpoint({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/:id',
  tag: 'Jobs',
  summary: 'Get one job',
  params: IdParams,
  status: 200,
  response: Job,
})

export const watchJob = endpoint({
  id: 'watchJob',
  method: 'GET',
  path: '/jobs/:id/events',
  tag: 'Jobs',
  summary: 'Follow a job by server-sent events named `job`, each with the whole job, until it ends',
  params: IdParams,
  status: 200,
  produces: 'text/event-stream',
})

export const cancelJob = endpoint({
  id: 'cancelJob',
  method: 'POST',
  path: '/jobs/:id/cancel',
  tag: 'Jobs',
  summary: 'Ask a job to stop; partial results are discarded',
  description: 'Jobs that change a host also need the permission `plans:apply`.',
  params: IdParams,
  status: 202,
  response: Job,
})
