import { createHash } from 'node:crypto'
import type { AuditEventModel } from '../generated/prisma/models.ts'

export type AuditContent = Omit<AuditEventModel, 'sequence' | 'hash' | 'mac'>

/** The first row carries this in place of its predecessor's hash. */
export const CHAIN_START = '0'.repeat(64)

/** SHA-256 over all values of a row and the hash of the row before it. */
export function hashAuditEvent(event: AuditContent): string {
  const content = [
    event.prevHash,
    event.id,
    event.at.toISOString(),
    event.actorKind,
    event.actorId,
    event.actorName,
    event.action,
    event.targetKind,
    event.targetId,
    event.targetName,
    event.outcome,
    canonical(event.detail),
    event.requestId,
    event.remoteIp,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Sorts the keys, because `jsonb` does not keep their order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, item]) => [key, canonical(item)]))
}
