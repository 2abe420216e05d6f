import * as contract from '@steelyard/contract'
import type { AuditEventModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { toPage } from '../http/paging.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

export const auditRoutes = [
  defineRoute(contract.listAuditEvents, {
    access: 'audit:read',
    async handler({ query, deps }) {
      const rows = await listAuditEvents(deps.db, query)
      return toPage(rows, query.limit, serialiseAuditEvent, (row) => String(row.sequence))
    },
  }),

  defineRoute(contract.checkAuditIntegrity, {
    access: 'audit:read',
    rate: 'strict',
    handler: ({ deps }) => verifyAuditChain(deps.db),
  }),
]

function serialiseAuditEvent(row: AuditEventModel): contract.AuditEvent {
  const { targetKind, targetId, targetName } = row
  return {
    id: row.id,
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    actor: {
      kind: row.actorKind as contract.AuditEvent['actor']['kind'],
      id: row.actorId,
      name: row.actorName,
    },
    action: row.action,
    target: targetKind === null ? null : { kind: targetKind, id: targetId, name: targetName },
    outcome: row.outcome as contract.AuditEvent['outcome'],
    detail: row.detail as Record<string, unknown>,
    requestId: row.requestId,
    hash: row.hash,
  }
}
