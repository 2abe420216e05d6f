import type * as contract from '@steelyard/contract'
import type { AuditEventModel } from '../generated/prisma/models.ts'

export function serialiseAuditEvent(row: AuditEventModel): contract.AuditEvent {
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
