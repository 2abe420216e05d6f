import type { Actor } from '../access/actor.ts'
import type { Prisma, Tx } from '../db.ts'
import { uuidV7 } from '../uuid.ts'
import { type AuditContent, CHAIN_START, hashAuditEvent } from './audit-hash.ts'

export interface AuditEntry {
  /** `noun.verb`, such as `plan.apply`. */
  action: string
  target?: { kind: string; id?: string | null; name?: string | null }
  outcome?: 'succeeded' | 'refused' | 'failed'
  /** Plain JSON that never holds a secret. */
  detail?: Record<string, unknown>
}

/** Any fixed number that no other lock in this database uses. */
const CHAIN_LOCK = 0x57e11a4d

/**
 * Adds a row to the audit trail in the transaction of the change it describes, so that neither
 * exists without the other. Call it last, because the chain is locked from here to the commit.
 */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHAIN_LOCK})`
  const newest = await tx.auditEvent.findFirst({
    orderBy: { sequence: 'desc' },
    select: { hash: true },
  })
  const content: AuditContent = {
    id: uuidV7(),
    at: new Date(),
    actorKind: actor.principal.kind,
    actorId: actor.principal.id,
    actorName: actor.principal.name,
    action: entry.action,
    targetKind: entry.target?.kind ?? null,
    targetId: entry.target?.id ?? null,
    targetName: entry.target?.name ?? null,
    outcome: entry.outcome ?? 'succeeded',
    // In the form in which the database returns it: without `undefined`, and with dates as text.
    detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Prisma.JsonObject,
    requestId: actor.requestId,
    remoteIp: actor.remoteIp,
    prevHash: newest?.hash ?? CHAIN_START,
  }
  const detail = content.detail as Prisma.InputJsonObject
  await tx.auditEvent.create({ data: { ...content, detail, hash: hashAuditEvent(content) } })
  actor.onAudit?.(entry.action)
}
