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
        .describe(
          '`system` is Steelyard itself; `anonymous` is a caller without a session or token.',
        ),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string().describe('Name of the action, such as `plan.apply`.'),
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
  summary: 'List audit events, newest first',
  query: PageQuery.extend({
    action: Text.max(80).optional(),
    targetKind: Text.max(40).optional(),
    targetId: Text.max(64).optional(),
  }),
  status: 200,
  response: page(AuditEvent),
})

export const AuditFault = z.object({
  sequence: z.number().int().describe('The first event that is wrong.'),
  kind: z
    .enum(['altered', 'missing', 'cut', 'wrong-key'])
    .describe(
      '`altered`: its content was changed. `missing`: events before it are gone. `cut`: the newest events are gone. `wrong-key`: the trail was not written with the key of this installation.',
    ),
})
export type AuditFault = z.infer<typeof AuditFault>

export const AuditIntegrity = z.object({
  intact: z.boolean(),
  events: z.number().int(),
  removed: z
    .number()
    .int()
    .describe('How many older events were removed because their time was over.'),
  since: Timestamp.nullable().describe('When the oldest event happened.'),
  sealed: z
    .object({ at: Timestamp, events: z.number().int() })
    .nullable()
    .describe(
      'How many events are from before there was a key, and when they were sealed: at the start of the first version with a key.',
    ),
  newestHash: z
    .string()
    .nullable()
    .describe(
      'Hash of the newest event; keep a copy elsewhere to prove later that the trail is unaltered.',
    ),
  firstFault: AuditFault.nullable(),
})
export type AuditIntegrity = z.infer<typeof AuditIntegrity>

export const checkAuditIntegrity = endpoint({
  id: 'checkAuditIntegrity',
  method: 'GET',
  path: '/audit-events/integrity',
  tag: 'Audit',
  summary: 'Verify the chain of hashes and codes of the whole audit trail',
  status: 200,
  response: AuditIntegrity,
})

export const AuditAnchor = z.object({
  at: Timestamp,
  sequence: z.number().int().describe('The newest event; 0 when there is none.'),
  events: z.number().int(),
  hash: z.string(),
  publicKey: z.string().describe('Ed25519 (SPKI, base64): the same for all of an installation.'),
  signature: z.string(),
})
export type AuditAnchor = z.infer<typeof AuditAnchor>

export const getAuditAnchor = endpoint({
  id: 'getAuditAnchor',
  method: 'GET',
  path: '/audit-events/anchor',
  tag: 'Audit',
  summary: 'Sign the newest audit event',
  description:
    'Keep the answer elsewhere: `npm run audit -- check FILE` compares it with the trail later.',
  status: 200,
  response: AuditAnchor,
})

export const exportAuditEvents = endpoint({
  id: 'exportAuditEvents',
  method: 'GET',
  path: '/audit-events/export',
  tag: 'Audit',
  summary: 'Download audit events with a signature, oldest first',
  description:
    'A JSON object on each line; the last line is a signed manifest. `npm run audit -- verify FILE` verifies it offline.',
  query: z.object({
    from: Timestamp.optional().describe('The first moment that is included.'),
    to: Timestamp.optional().describe('The first moment that is not.'),
  }),
  status: 200,
  produces: 'application/x-ndjson',
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
  summary: 'Check that the process answers',
  status: 200,
  response: HealthReport,
})

export const getReady = endpoint({
  id: 'getReady',
  method: 'GET',
  path: '/health/ready',
  tag: 'Health',
  summary:
    'Check the database, its migrations, the queue, the worker and the agent (503 when one fails)',
  status: 200,
  alsoAnswers: [503],
  response: HealthReport,
})
