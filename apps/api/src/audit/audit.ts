import type { Actor } from '../access/actor.ts'
import type { Prisma, Tx } from '../db.ts'
import { appendToChain } from './append-to-chain.ts'

export interface AuditEntry {
  /** `noun.verb`, such as `plan.apply`. */
  action: string
  target?: { kind: string; id?: string | null; name?: string | null }
  outcome?: 'succeeded' | 'refused' | 'failed'
  /** Plain JSON that never holds a secret. */
  detail?: Record<string, unknown>
}

/**
 * Adds a row to the audit trail in the transaction of the change it describes, so that neither
 * exists without the other. Call it last, because the chain is locked from here to the commit.
 */
export async function audit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  await appendToChain(tx, {
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
  })
  actor.onAudit?.(entry.action)
}
