import type { Actor } from '../access/actor.ts'
import type { Prisma, Tx } from '../db.ts'
import { uuidV7 } from '../uuid.ts'
import { type AuditContent, CHAIN_START, hashAuditEvent } from './audit-hash.ts'

export interface AuditEntry {
  /** `noun.verb`, such as `plan.apply`. */
  action: string
  target?: { kind: string; id?: string | null; name?: string | null }
  outcome?: 'succeeded' | 'refused' | 'failed'
  /** Plain JSON; never a secret. */
  detail?: Record<string, unknown>
}

/** Any fixed number will do; it only has to be ours alone in this database. */
const CHAIN_LOCK = 0x57e11a4d

/**
 * Adds a row to the audit trail, in the transaction of the change it tells of, so that neither can
 * exist without the other. Call it last: the chain is locked from here to the commit.
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
    // As the database will give it back: without `undefined`, dates as text.
    detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Prisma.JsonObject,
    requestId: actor.requestId,
    remoteIp: actor.remoteIp,
    prevHash: newest?.hash ?? CHAIN_START,
  }
  const detail = content.detail as Prisma.InputJsonObject
  await tx.auditEvent.create({ data: { ...content, detail, hash: hashAuditEvent(content) } })
  actor.onAudit?.(entry.action)
}
