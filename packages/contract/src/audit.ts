import { z } from 'zod'
import { Id, PageQuery, page, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const AuditEvent = z
  .object({
    id: Id,
    sequence: z.number().int(),
    at: Timestamp,
    actor: z.object({
      kind: z
        .enum(['user', 'token', 'system', 'anonymous'])
        .describe('`system` is the product itself, `anonymous` whoever is not signed in.'),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string().describe('Such as `plan.apply`.'),
    target: z
      .object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })
      .nullable(),
    outcome: z.enum(['succeeded', 'refused', 'failed']),
    detail: z.record(z.string(), z.unknown()),
    requestId: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = endpoint({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/audit-events',
  tag: 'Audit',
  summary: 'Who did what, newest first',
  query: PageQuery.extend({
    action: Text.max(80).optional(),
    targetKind: Text.max(40).optional(),
    targetId: Text.max(64).optional(),
  }),
  status: 200,
  response: page(AuditEvent),
})

export const checkAuditIntegrity = endpoint({
  id: 'checkAuditIntegrity',
  method: 'GET',
  path: '/audit-events/integrity',
  tag: 'Audit',
  summary: 'Recompute the hash chain over the whole trail',
  status: 200,
  response: z.object({
    intact: z.boolean(),
    events: z.number().int(),
    newestHash: z.string().nullable().describe('Keep it elsewhere to prove the trail later.'),
    firstFault: z
      .object({ sequence: z.number().int(), kind: z.enum(['altered', 'missing']) })
      .nullable(),
  }),
})

export const HealthReport = z.object({
  status: z.enum(['ok', 'failing']),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])),
})

export const getLive = endpoint({
  id: 'getLive',
  method: 'GET',
  path: '/health/live',
  tag: 'Health',
  summary: 'The process answers',
  status: 200,
  response: HealthReport,
})

export const getReady = endpoint({
  id: 'getReady',
  method: 'GET',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Database, migrations and queue are there (503 if not)',
  status: 200,
  response: HealthReport,
})
